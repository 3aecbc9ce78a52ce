import { performance } from 'node:perf_hooks'
import { callerOf } from '../../platform/http/client-address'

const MAX_CALLERS = 50_000

/**
 * Counts what one caller does in a window of time. Scans of codes are never counted nor refused, because thousands may
 * share one mobile address.
 */
export class ClientRateLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #calls = new Map<string, { count: number; endsAt: number }>()

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** Counts a call. Returns the seconds to wait, 0 within the limit. */
  waitSeconds(address: string): number {
    const now = performance.now()
    const caller = callerOf(address)
    const counted = this.#calls.get(caller)
    if (!counted || counted.endsAt <= now) {
      this.#begin(caller, now)
      return 0
    }
    counted.count += 1
    return counted.count <= this.#most ? 0 : Math.ceil((counted.endsAt - now) / 1000)
  }

  #begin(caller: string, now: number): void {
    // In order of their beginning, so that the first to go is the one whose time is over first.
    this.#calls.delete(caller)
    this.#calls.set(caller, { count: 1, endsAt: now + this.#windowMs })
    if (this.#calls.size <= MAX_CALLERS) return
    const [oldest] = this.#calls.keys()
    if (oldest !== undefined) this.#calls.delete(oldest)
  }
}
