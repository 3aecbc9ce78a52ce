import type { Clock } from '../platform/clock'
import type { ClockGuard } from '../platform/trusted-clock'

/** A clock that moves only when set. */
export class FakeClock implements Clock {
  #now = Date.now()

  now(): Date {
    return new Date(this.#now)
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds
  }
}

/** Of tests whose clock has run for as long as they say: nothing waits. */
export const TRUSTING: ClockGuard = { findDoubt: async () => null }
