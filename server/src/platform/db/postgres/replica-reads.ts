import type { Execute } from '../drizzle-session'
import { isUnavailable } from '../query-error'

/** A replica that does not respond is retried this much later: until then no read waits for it. */
const LEFT_ALONE_MS = 10_000

/**
 * Reads from a replica, and from the primary whenever the replica cannot answer: it is unreachable, lacks the newest
 * migration, or cancelled the statement because of a replay conflict.
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
