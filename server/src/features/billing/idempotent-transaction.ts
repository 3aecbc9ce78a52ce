import type { FastifyRequest } from 'fastify'
import type { Database, Db } from '../../platform/db/database'
import { idempotentCallOf, runIdempotent } from '../../platform/idempotency'

/** Does the work of a call in one transaction; with an `Idempotency-Key` only once, however often it is sent. */
export function idempotentTransaction<T>(
  { database, now }: { database: Database; now: Date },
  request: FastifyRequest,
  call: string,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const repeat = idempotentCallOf(request, call)
  if (repeat === null) return database.transaction(work)
  return database.transaction(async (tx) => {
    const answer = async () => ({ statusCode: 200, body: await work(tx) })
    return (await runIdempotent(tx, repeat, now, answer)).body
  })
}
