import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { requestedRange } from './byte-range'
import type { FileStore } from './file-store'

export interface ServedFile {
  key: string
  size: number
  /** Strong, with its quotes. */
  etag: string
  headers: OutgoingHttpHeaders
}

/**
 * A stored file, or the part of it that is requested (RFC 9110 §13, §14).
 * @returns false when there is no such file
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  files: FileStore,
  { key, size, etag, headers }: ServedFile,
): Promise<boolean> {
  const all = { ...headers, etag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' }
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, all).end()
    return true
  }
  const range = rangeOf(request, size, etag)
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...all, 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return true
  }
  const part = range === 'whole' ? null : range
  const stream = await files.readStream(key, part ?? undefined)
  if (!stream) return false
  const length = part ? part.end - part.start + 1 : size
  response.writeHead(part ? 206 : 200, {
    ...all,
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${size}` }),
    'content-length': length,
  })
  if (request.method === 'HEAD') {
    stream.destroy()
    response.end()
  } else {
    // Who leaves early is not a failure; half an answer is told by its length.
    await pipeline(stream, response).catch(() => response.destroy())
  }
  return true
}

/** A part of a file that has changed since is of no use: `If-Range` asks for the whole one then. */
function rangeOf(request: IncomingMessage, size: number, etag: string) {
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== etag) return 'whole'
  return requestedRange(request.headers.range, size)
}

function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
