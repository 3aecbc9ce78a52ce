import { AppError } from '../../../platform/app-error'
import { readBounded } from '../../../platform/http/bounded-response'

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 256 * 1024

export interface IdentityCall {
  method: string
  /** Path and query, beginning with a slash. */
  path: string
  headers: Record<string, string>
  /** JSON text. */
  body?: string
}

/** A JSON response: a success or a refusal that the caller can act on. */
export interface IdentityResponse {
  status: number
  retryAfter: string | null
  body: Buffer
}

/** Calls of the outside account service. @throws AppError UpstreamFailed, UpstreamTimeout */
export type IdentityClient = (call: IdentityCall) => Promise<IdentityResponse>

/** @param identityUrl base address, path allowed, no trailing slash */
export function createIdentityClient(identityUrl: string, timeoutMs = TIMEOUT_MS): IdentityClient {
  return async ({ method, path, headers, body }) => {
    try {
      const response = await fetch(identityUrl + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body }),
      })
      if (!isUsable(response)) {
        await response.body?.cancel()
        throw new AppError('UpstreamFailed')
      }
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: await readBounded(response, MAX_RESPONSE_BYTES),
      }
    } catch (error) {
      throw asUpstreamError(error)
    }
  }
}

/** JSON, and neither a redirect nor a failure of the service; 503 is a refusal that says when to come back. */
function isUsable({ status, headers }: Response): boolean {
  const isJson = /^application\/json\b/i.test(headers.get('content-type') ?? '')
  const isResponse = (status >= 200 && status < 300) || (status >= 400 && status < 500) || status === 503
  return isJson && isResponse
}

function asUpstreamError(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
  return new AppError(isTimeout ? 'UpstreamTimeout' : 'UpstreamFailed', undefined, undefined, { cause })
}
