import type { ErrorBody } from '@scanleaf/shared'
import i18next from 'i18next'
import type * as z from 'zod'
import { currentSession } from '../session/session'
import { noteRefusal, sessionHeaders } from '../session/workspace'
import { ApiError } from './api-error'
import { checked, type ResponseSchema } from './response-check'

export interface CallOptions {
  /** Undefined values are left out. */
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  signal?: AbortSignal
  /** False for an open call that must not carry the session, as a sign-in. */
  isAuthenticated?: boolean
  /** For the person, in whichever workspace they are. */
  isOfPerson?: boolean
}

export interface BodyOptions extends CallOptions {
  /** FormData goes as multipart, anything else as JSON. */
  body?: unknown
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/**
 * The calls of the server. `schema` is that of the whole body, `{ result, meta? }`, and gives the returned value its
 * type; it is loaded and checked in development and in tests alone. A 204 gives `undefined`.
 * @throws ApiError for a status of 400 or above, for a body that is not JSON and when no response came
 */
export const api = {
  get: <T extends z.ZodType>(path: string, schema: ResponseSchema<T>, options: CallOptions = {}) =>
    call('GET', path, schema, options),
  post: <T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: ResponseSchema<T>,
    options: CallOptions = {},
  ) => call('POST', path, schema, { ...options, body }),
  patch: <T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: ResponseSchema<T>,
    options: CallOptions = {},
  ) => call('PATCH', path, schema, { ...options, body }),
  put: <T extends z.ZodType>(
    path: string,
    body: unknown,
    schema: ResponseSchema<T>,
    options: CallOptions = {},
  ) => call('PUT', path, schema, { ...options, body }),
  delete: <T extends z.ZodType>(path: string, schema: ResponseSchema<T>, options: BodyOptions = {}) =>
    call('DELETE', path, schema, options),
}

async function call<T extends z.ZodType>(
  method: Method,
  path: string,
  schema: ResponseSchema<T>,
  options: BodyOptions,
): Promise<z.output<T>> {
  const sid = options.isAuthenticated === false ? undefined : currentSession()?.sid
  const response = await sendProven(method, path, options, sid)
  if (!response.ok) {
    const error = await readError(response)
    if (sid !== undefined) noteRefusal(sid, error)
    throw error
  }
  const body = response.status === 204 ? undefined : await response.json().catch(() => unreadable(response))
  return checked(body, schema, () => unreadable(response))
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
  if (sid !== undefined) Object.assign(headers, sessionHeaders(sid, options.isOfPerson))
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
    throw offlineError()
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
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return errorOf(
    response.status,
    await response.json().catch(() => null),
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}

/** What a body of status 400 or above says. */
export const errorOf = (status: number, body: unknown, retryAfterSeconds: number | null = null): ApiError =>
  isErrorBody(body) ? new ApiError(body, retryAfterSeconds) : unreadableError(status)

/** The part of `ErrorBody` that all errors have, checked without a schema: it belongs to the first load. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { statusCode, message, error } = (body ?? {}) as Partial<ErrorBody>
  return typeof statusCode === 'number' && typeof message === 'string' && typeof error?.code === 'string'
}

function unreadable(response: Response): never {
  throw unreadableError(response.status)
}

/** Spec §8: a body that is not JSON gives this text. */
export const unreadableError = (statusCode: number) =>
  ownError(statusCode, 'Unreadable', i18next.t('common:unreadable-answer'))

export const offlineError = () => ownError(0, 'Offline', i18next.t('common:no-answer'))

const ownError = (statusCode: number, code: string, message: string) =>
  new ApiError({ statusCode, error: { code, message }, message })
