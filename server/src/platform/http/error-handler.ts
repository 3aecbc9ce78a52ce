import {
  ERROR_STATUS,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
  formatList,
  isLanguage,
  type Language,
  matchAcceptLanguage,
} from '@scanleaf/shared'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'
import type { Translator } from '../i18n'

/**
 * The language of an answer: `lng` of the address, else `Accept-Language`, else Vietnamese. The address is read itself,
 * since the checked query of a route holds only what its schema names.
 */
export function requestLanguage(request: FastifyRequest): Language {
  const lng = new URLSearchParams(request.url.split('?')[1]).get('lng')
  if (isLanguage(lng)) return lng
  return matchAcceptLanguage(request.headers['accept-language']) ?? 'vi'
}

/** What Fastify itself and its plugins refuse, by the status they give. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'BadRequest',
  // A path out of the assets' folder.
  403: 'NotFound',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  414: 'BadRequest',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
}

function asAppError(error: FastifyError | AppError): AppError | null {
  if (error instanceof AppError) return error
  const { statusCode = 500 } = error
  const code = CODE_OF_STATUS[statusCode] ?? (statusCode < 500 ? 'BadRequest' : undefined)
  return code ? new AppError(code, undefined, undefined, { cause: error }) : null
}

function errorBody(error: AppError, language: Language, translator: Translator): ErrorBody {
  const t = translator.in(language, 'errors')
  const values = Object.entries(error.values ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value : listOf(value, language)] as const,
  )
  const message = t(error.code, Object.fromEntries(values))
  const body: ErrorBody = {
    statusCode: ERROR_STATUS[error.code],
    error: { code: error.code, message },
    message,
  }
  if (error.details && Object.keys(error.details).length > 0) body.error.details = error.details
  if (error.fields) {
    body.error.fields = error.fields
    body.errors = textsOf(error.fields, (field, code) => {
      const details = error.details?.[field] ?? {}
      // With a number the text says how much; a name only fills a placeholder.
      const isExact = Object.values(details).some((value) => typeof value === 'number')
      return isExact ? t(`field.${code}.exactly`, details) : t(`field.${code}`, details)
    })
  }
  return body
}

/** How many things a message names. */
const LISTED = 5

const listOf = (things: readonly string[], language: Language): string =>
  formatList(things.slice(0, LISTED), language, things.length)

const textsOf = (fields: FieldErrors, text: (field: string, code: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([field, code]) => [field, text(field, code)]))

/** One shape for every failure (threats §1): expected ones by their code, everything else a logged 500. */
export function registerErrors(app: FastifyInstance, translator: Translator): void {
  const send = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
    const retryAfterSeconds = error.retryAfterSeconds ?? (error.code === 'ServiceUnavailable' ? 5 : undefined)
    if (retryAfterSeconds !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(retryAfterSeconds)))
    return reply
      .code(ERROR_STATUS[error.code])
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .serializer(JSON.stringify)
      .send(errorBody(error, requestLanguage(request), translator))
  }
  const judge = (error: FastifyError | AppError, request: FastifyRequest): AppError => {
    const known = asAppError(error)
    if (known) request.log.info({ code: known.code, fields: known.fields }, 'refused')
    else request.log.error({ err: error }, 'failed')
    return known ?? new AppError('InternalError')
  }
  app.setErrorHandler((error: FastifyError | AppError, request, reply) =>
    send(judge(error, request), request, reply),
  )
  app.decorate('sendError', send)
  app.decorate('errorBody', (error: Error, request: FastifyRequest) =>
    errorBody(judge(error as FastifyError, request), requestLanguage(request), translator),
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    sendError(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply
    /** Body of an error after a response has begun; logged as any other. */
    errorBody(error: Error, request: FastifyRequest): ErrorBody
  }
}
