import { jsonOrNull } from '@scanleaf/shared/json'
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel'
import * as z from 'zod'
import { readBounded } from '../../platform/http/bounded-response'
import { GatewayError } from '../billing'

const FAILURES = 5
const OPEN_MS = 30_000
export const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 256 * 1024

/** A provider's own number of something, which is stored, compared, and sent back in an address. */
export const ProviderId = z.string().regex(/^[\x21-\x7e]{1,255}$/)
/** A short text of a provider, such as a code or our own name of something; may be empty. */
export const ProviderCode = z.string().regex(/^[\x20-\x7e]{0,255}$/)
/** An address that a payer is sent to. */
export const ProviderLink = z.string().regex(/^[\x21-\x7e]{1,4096}$/)
/** A text of any script, such as that of a QR code. */
export const ProviderText = z.string().regex(/^[^\p{Cc}\p{Cs}]{0,4096}$/u)
export const ProviderCurrency = z.string().regex(/^[A-Za-z]{3}$/)

/** Whether a payer may be sent there. Plain http is for a simulator on this machine. */
export function isPageOf(payUrl: string, gatewayUrl: string): boolean {
  if (!ProviderLink.safeParse(payUrl).success || !URL.canParse(payUrl)) return false
  const { protocol, hostname } = new URL(gatewayUrl)
  const isLocal = protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  return payUrl.startsWith('https://') || (isLocal && payUrl.startsWith('http://'))
}

/**
 * What a provider answered, in the shape that it documents: nothing else of an answer is used.
 * @throws GatewayError `unanswered` for another shape
 */
export function readAnswer<T>(provider: string, schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.')
  throw new GatewayError(provider, 'unanswered', `${provider} answers in a shape of its own: ${place}`)
}

export interface ProviderRequest {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
  /** MoMo asks for at least 30 s (payments §2). */
  timeoutMs?: number
}

export interface ProviderResponse {
  status: number
  /** Parsed JSON; null when the body is not JSON within the limits. */
  body: unknown
}

/** Calls one gateway: with a timeout, a bounded response, and no calls for half a minute after five failures in a row. */
export type SendRequest = (call: ProviderRequest) => Promise<ProviderResponse>

/**
 * @returns calls that throw a GatewayError `unanswered` for everything but an answer below 500: nobody knows then
 * what happened there
 */
export function createProviderClient(provider: string): SendRequest {
  const guarded = withCircuitBreaker(provider)
  return (call) => guarded(() => send(call))
}

/** Guards the calls to one gateway: each that throws is `unanswered`, and after some in a row none is made for a while. */
export function withCircuitBreaker(provider: string): <T>(call: () => Promise<T>) => Promise<T> {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  return async (call) => {
    try {
      return await breaker.execute(call)
    } catch (cause) {
      const why = cause instanceof BrokenCircuitError ? 'is left alone for a while' : String(cause)
      throw new GatewayError(provider, 'unanswered', `${provider} ${why}`, { cause: cause as Error })
    }
  }
}

async function send({
  method = 'POST',
  url,
  headers = {},
  body,
  timeoutMs = TIMEOUT_MS,
}: ProviderRequest): Promise<ProviderResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  const reply = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
  })
  const text = (await readBounded(reply, MAX_RESPONSE_BYTES)).toString('utf8')
  if (reply.status >= 500) throw new Error(`responded with status ${reply.status}`)
  return { status: reply.status, body: jsonOrNull(text, { maxLength: MAX_RESPONSE_BYTES }) }
}
