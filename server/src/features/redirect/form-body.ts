import type { IncomingMessage } from 'node:http'

/** The fields of a posted form; null when it is none, too long or cut off. */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return null
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null
  const body = await bodyOf(request, maxBytes)
  return body === null ? null : new URLSearchParams(body)
}

async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of request as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > maxBytes) return null
      pieces.push(piece)
    }
  } catch {
    return null
  }
  return Buffer.concat(pieces).toString('utf8')
}
