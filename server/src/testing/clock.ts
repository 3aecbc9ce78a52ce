import type { Clock } from '../platform/clock'
import type { Database } from '../platform/db/database'
import type { ClockGuard } from '../platform/trusted-clock'
import { trustedClock } from '../platform/trusted-clock/table'

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

/** The clock has run until `at` and not beyond: what is later is of a leap. */
export const givenTrustedTime = async ({ db }: Database, at: Date): Promise<void> => {
  const row = { trustedAt: at, seenAt: at, steadyFrom: at, watchedMs: 0 }
  await db.insert(trustedClock).values(row).onConflictDoUpdate({ target: trustedClock.isOnly, set: row })
}
