import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 200
/**
 * For each millisecond that the main thread works while it moves scans, it rests four. Waiting for a PostgreSQL is no
 * work; the embedded engine works in this thread.
 */
const REST_RATIO = 4
/** The share of time that the redirect works under load: then the rest is longer, because the log can wait. */
const RUSH = 0.5
const RUSH_FACTOR = 10
/** A run that took longer than its work justifies shared its thread, as at startup, or had no processor. */
const MAX_REST_MS = 2_000

/** How long to rest after that much work of the main thread, both in milliseconds. */
export const restAfter = (workMs: number): number =>
  Math.min(MAX_REST_MS, Math.max(POLL_MS, REST_RATIO * workMs))

/**
 * Rests that long, or longer during a rush. Checks now and then: a rush that is over is no reason to rest.
 * @param busyShare share of its time, 0 to 1, that the redirect of this process worked since the previous call
 */
export async function rest(ms: number, busyShare: () => number, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const isRested = () => performance.now() - startedAt >= ms * (busyShare() > RUSH ? RUSH_FACTOR : 1)
  while (!signal.aborted && !isRested()) await pause(POLL_MS, undefined, { signal }).catch(() => {})
}
