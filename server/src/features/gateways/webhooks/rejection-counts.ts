import type { Clock } from '../../../platform/clock'
import { callerOf } from '../../../platform/http/client-address'

const MOST = 60
const WINDOW_MS = 10 * 60_000
const MAX_CALLERS = 10_000

/**
 * Who sends webhooks that nobody signed, again and again. Signed ones are never counted and never refused, whatever
 * else comes from the same address: a provider's retries arrive.
 */
export class RejectionCounts {
  readonly #clock: Clock
  readonly #callers = new Map<string, { count: number; endsAt: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether the caller has sent more than any mistake explains. */
  areTooMany(address: string): boolean {
    return (this.#current(address)?.count ?? 0) >= MOST
  }

  count(address: string): void {
    const counted = this.#current(address)
    if (counted) counted.count += 1
    else this.#begin(callerOf(address))
  }

  #current(address: string) {
    const counted = this.#callers.get(callerOf(address))
    return counted && counted.endsAt > this.#clock.now().getTime() ? counted : null
  }

  #begin(caller: string): void {
    // In order of their beginning, so that the first to go is the one whose time is over first.
    this.#callers.delete(caller)
    this.#callers.set(caller, { count: 1, endsAt: this.#clock.now().getTime() + WINDOW_MS })
    if (this.#callers.size <= MAX_CALLERS) return
    const [oldest] = this.#callers.keys()
    if (oldest !== undefined) this.#callers.delete(oldest)
  }
}
