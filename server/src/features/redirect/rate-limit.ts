import { performance } from 'node:perf_hooks'

const MAX_KEYS = 50_000

/**
 * Counts what is done under one key, as a caller (`callerOf`) or a code, in a window of time. Scans of codes are never counted nor refused, because thousands may
 * share one mobile address.
 */
export class RateLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #calls = new Map<string, { count: number; endsAt: number }>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Counts a call. Returns the seconds to wait, 0 within the limit. */
  waitSeconds(key: string): number {
    const now = performance.now()
    const counted = this.#calls.get(key)
    if (!counted || counted.endsAt <= now) {
      this.#begin(key, now)
      return 0
    }
    counted.count += 1
    return counted.count <= this.#most ? 0 : Math.ceil((counted.endsAt - now) / 1000)
  }

  /** Takes one call back that was counted. */
  giveBack(key: string): void {
    const counted = this.#calls.get(key)
    if (counted) counted.count -= 1
  }

  #begin(key: string, now: number): void {
    // In order of their beginning, so that the first to go is the one whose time is over first.
    this.#calls.delete(key)
    this.#calls.set(key, { count: 1, endsAt: now + this.#windowMs })
    if (this.#calls.size <= MAX_KEYS) return
    const [oldest] = this.#calls.keys()
    if (oldest !== undefined) this.#calls.delete(oldest)
  }
}
