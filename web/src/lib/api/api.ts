import type { ErrorBody } from '@scanleaf/shared'
import i18next from 'i18next'
import type * as z from 'zod'
import { currentSession, endSession } from '../session/session'
import { ApiError } from './api-error'

export interface CallOptions {
  /** Undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** False for an open call that must not carry the session, as a sign-in. */
  isAuthenticated?: boolean
}

export interface BodyOptions extends CallOptions {
  /** FormData goes as multipart, anything else as JSON. */
  body?: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The schema of a response, or its loader: then the schema library loads while the server works. */
export type ApiResult<T extends z.ZodType> = T | (() => Promise<T>)

/**
 * The calls of the server. `answer` is the schema of the whole body, `{ result, meta? }`; the returned value is
 * its output. A 204 gives `undefined`.
 * @throws ApiError for a status of 400 or above, for a body that is not the promised JSON and when no answer came
 */
export const api = {
  get: <T extends z.ZodType>(path: string, answer: ApiResult<T>, options: CallOptions = {}) =>
    call('GET', path, answer, options),
  post: <T extends z.ZodType>(path: string, body: unknown, answer: ApiResult<T>, options: CallOptions = {}) =>
    call('POST', path, answer, { ...options, body }),
  patch: <T extends z.ZodType>(
    path: string,
    body: unknown,
    answer: ApiResult<T>,
    options: CallOptions = {},
  ) => call('PATCH', path, answer, { ...options, body }),
  put: <T extends z.ZodType>(path: string, body: unknown, answer: ApiResult<T>, options: CallOptions = {}) =>
    call('PUT', path, answer, { ...options, body }),
  delete: <T extends z.ZodType>(path: string, answer: ApiResult<T>, options: BodyOptions = {}) =>
    call('DELETE', path, answer, options),
}

async function call<T extends z.ZodType>(
  method: Method,
  path: string,
  answer: ApiResult<T>,
  options: BodyOptions,
): Promise<z.output<T>> {
  const sid = options.isAuthenticated === false ? undefined : currentSession()?.sid
  const sent = sendProven(method, path, options, sid)
  const schema = typeof answer === 'function' ? answer() : answer
  const response = await sent
  if (!response.ok) {
    const error = await readError(response)
    if (sid !== undefined && error.statusCode === 401) endSession(sid)
    throw error
  }
  const body = response.status === 204 ? undefined : await response.json().catch(() => unreadable(response))
  const parsed = (await schema).safeParse(body)
  if (!parsed.success) unreadable(response)
  return parsed.data as z.output<T>
}

/** A call that the server wants a proof of work for (428) is sent again with one. */
async function sendProven(...[method, path, options, sid]: Parameters<typeof send>): Promise<Response> {
  const response = await send(method, path, options, sid)
  if (response.status !== 428) return response
  const proof = await import('./proof/proof').then(({ solveProof }) => solveProof(response)).catch(() => null)
  if (proof === null) return response
  return send(method, path, { ...options, headers: { ...options.headers, 'x-proof': proof } }, sid)
}

async function send(method: Method, path: string, options: BodyOptions, sid: string | undefined) {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': i18next.language,
    ...options.headers,
  }
  if (sid !== undefined) headers['authorization'] = `Bearer ${sid}`
  let body: BodyInit | null = null
  if (options.body instanceof FormData) body = options.body
  else if (options.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(options.body)
  }
  try {
    return await fetch(withQuery(path, options.query), {
      method,
      headers,
      body,
      ...(options.signal && { signal: options.signal }),
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw ownError(0, 'Offline', i18next.t('common:no-answer'))
  }
}

function withQuery(path: string, query: CallOptions['query'] = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) params.set(name, String(value))
  }
  return params.size === 0 ? path : `${path}?${params}`
}

async function readError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (!isErrorBody(body)) return unreadableError(response.status)
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError(body, Number.isFinite(retryAfter) ? retryAfter : null)
}

/** The part of `ErrorBody` that all errors have, checked without a schema: it belongs to the first load. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { statusCode, message, error } = (body ?? {}) as Partial<ErrorBody>
  return typeof statusCode === 'number' && typeof message === 'string' && typeof error?.code === 'string'
}

function unreadable(response: Response): never {
  throw unreadableError(response.status)
}

/** Spec §8: a body that is not JSON gives this text. */
const unreadableError = (statusCode: number) =>
  ownError(statusCode, 'Unreadable', i18next.t('common:unreadable-answer'))

const ownError = (statusCode: number, code: string, message: string) =>
  new ApiError({ statusCode, error: { code, message }, message })
