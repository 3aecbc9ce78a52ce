import type { Execute } from '../drizzle-session'
import { isUnavailable } from '../query-error'

/** A replica that does not answer is asked again so much later: until then nobody waits for it. */
const LEFT_ALONE_MS = 10_000

/**
 * Reads from a replica, and from the server that it follows whenever the replica cannot answer: it is away, has not
 * yet the newest migration, or gave the statement up for what it had to replay.
 */
export function replicaReads(replica: Execute, primary: Execute): Execute {
  let awayUntil = Number.NEGATIVE_INFINITY
  return async (statement, params) => {
    if (performance.now() < awayUntil) return primary(statement, params)
    try {
      return await replica(statement, params)
    } catch (error) {
      if (isUnavailable(error)) awayUntil = performance.now() + LEFT_ALONE_MS
      return primary(statement, params)
    }
  }
}
