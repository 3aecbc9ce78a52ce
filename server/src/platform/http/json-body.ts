import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { AppError } from '../app-error'

export const JSON_BODY_LIMIT_BYTES = 256 * 1024
const MAX_DEPTH = 32

/** JSON bodies: UTF-8 only, at most 32 levels, no `__proto__`, never compressed (threats §2.4: JSON). */
export function registerJsonBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: unknown, body: Buffer) => {
      refuseOtherCharset((request as { headers: Record<string, string | undefined> }).headers['content-type'])
      return body.length === 0 ? undefined : parseJson(body)
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

/** @throws AppError BadRequest */
export function parseJson(body: Buffer): unknown {
  const text = decodeUtf8(body)
  if (depthOf(text) > MAX_DEPTH) throw new AppError('BadRequest')
  try {
    return secureJson.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch (cause) {
    throw new AppError('BadRequest', undefined, undefined, { cause })
  }
}

function decodeUtf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch (cause) {
    throw new AppError('BadRequest', undefined, undefined, { cause })
  }
}

/** Nesting of brackets outside strings, counted before the parser builds anything. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (isInString) {
      if (char === '\\') i++
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === '}' || char === ']') depth--
  }
  return deepest
}
