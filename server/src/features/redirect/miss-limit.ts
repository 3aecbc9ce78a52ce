import { performance } from 'node:perf_hooks'
import { callerOf } from '../../platform/rate-limit'

const MISSES = 60
const WINDOW_MS = 60_000
const MAX_CALLERS = 50_000

/**
 * Counts the requests of one caller that led to no code: more than 60 a minute are a search for ids. Hits never count
 * and are never refused, because thousands may share one mobile address.
 */
export class MissLimit {
  readonly #misses = new Map<string, { count: number; endsAt: number }>()

  /** Counts a miss. Answers the seconds to wait, 0 when it is within the limit. */
  waitSeconds(address: string): number {
    const now = performance.now()
    const caller = callerOf(address)
    const counted = this.#misses.get(caller)
    if (!counted || counted.endsAt <= now) {
      this.#begin(caller, now)
      return 0
    }
    counted.count += 1
    return counted.count <= MISSES ? 0 : Math.ceil((counted.endsAt - now) / 1000)
  }

  #begin(caller: string, now: number): void {
    // In order of their beginning, so that the first to go is the one whose minute is over first.
    this.#misses.delete(caller)
    this.#misses.set(caller, { count: 1, endsAt: now + WINDOW_MS })
    if (this.#misses.size <= MAX_CALLERS) return
    const [oldest] = this.#misses.keys()
    if (oldest !== undefined) this.#misses.delete(oldest)
  }
}
