import type { Clock } from '../platform/clock'

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
