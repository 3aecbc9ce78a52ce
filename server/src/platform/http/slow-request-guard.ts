import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../app-error'

/** A body may take this long at any rate. */
const UNHURRIED_MS = 30_000
/** A longer one has to keep this pace: a phone with a weak signal does; one that only holds a connection does not. */
const MIN_BYTES_PER_SECOND = 10 * 1024
const LOOK_EVERY_MS = 5_000

/** The largest file at the least pace, and some more. */
export const MAX_REQUEST_MS = 20 * 60_000

/** Answers 408 to bodies without progress (threats §3.1: slow clients), and lets slow uploads complete. */
export function rejectSlowBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!bringsBody(request)) return
    const { raw } = request
    const read = () => raw.socket.bytesRead
    const [startedAt, before] = [performance.now(), read()]
    const watch = setInterval(() => {
      const ms = performance.now() - startedAt
      if (raw.complete || reply.sent) clearInterval(watch)
      else if (ms > UNHURRIED_MS && read() - before < (MIN_BYTES_PER_SECOND * ms) / 1000)
        app.sendError(new AppError('RequestTimeout'), request, reply.header('connection', 'close'))
    }, LOOK_EVERY_MS)
    watch.unref()
    reply.raw.once('close', () => clearInterval(watch))
  })
}

const bringsBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
