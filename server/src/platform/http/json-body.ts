import { parseJson } from '@scanleaf/shared/json'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'

export const JSON_BODY_LIMIT_BYTES = 256 * 1024

/** JSON bodies: UTF-8 only, at most 32 levels, no `__proto__`, never compressed (threats §2.4: JSON). */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseOtherCharset(request.headers['content-type'])
      return body.length === 0 ? undefined : parseJsonBody(body, request.routeOptions.bodyLimit)
    },
  )
  app.addHook('onRequest', async (request) => {
    if (request.headers['content-encoding'] !== undefined) throw new AppError('UnsupportedMediaType')
  })
}

function refuseOtherCharset(contentType: string | undefined): void {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) throw new AppError('UnsupportedMediaType')
}

/**
 * @param maxBytes what the body may have, by which its values are limited, too
 * @throws AppError BadRequest
 */
export function parseJsonBody(body: Buffer, maxBytes = JSON_BODY_LIMIT_BYTES): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body), { maxLength: maxBytes })
  } catch (cause) {
    throw new AppError('BadRequest', undefined, undefined, { cause })
  }
}
