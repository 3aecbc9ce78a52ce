import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const MAX_BYTES = 12 * 1024 * 1024
const MAX_MS = 1_000

/**
 * Reads on and throws away what a refused request still sends, within bounds: a sender whose connection ends in the
 * middle of its body sees no answer, only a broken connection.
 */
export function drainBody(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (request.destroyed) return resolve()
    let left = MAX_BYTES
    const done = () => {
      clearTimeout(timer)
      request.off('data', count).off('end', done).off('close', done)
      request.pause()
      resolve()
    }
    const count = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    }
    const timer = setTimeout(done, MAX_MS)
    request.on('data', count).once('end', done).once('close', done)
  })
}

/** Whether a request announces a body that has not arrived yet. */
export const hasUnreadBody = ({
  headers,
  complete,
}: Pick<IncomingMessage, 'headers' | 'complete'>): boolean =>
  complete === false &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Hook before each answer: one that comes before the body of its request has arrived waits for a moment, and ends the
 * connection, which could be held for as long as a body may take otherwise.
 */
export async function endUnread(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!hasUnreadBody(request.raw)) return
  await drainBody(request.raw)
  if (!request.raw.complete) reply.header('connection', 'close')
}
