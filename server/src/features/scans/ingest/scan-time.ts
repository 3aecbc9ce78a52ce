import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'

/** Longer than any clock that is kept by NTP is off, and than an import waits for its turn. */
const TOLERATED_MS = 5 * 60_000

/** What the clock of this machine is wrong by; times in milliseconds. */
export interface ClockError {
  /** To be added to a time of this machine; 0 for a clock that is right. */
  shiftMs: number
  /** The present by the clock of the database: no scan is later. */
  now: number
}

export async function clockErrorOf(database: Database, clock: Clock): Promise<ClockError> {
  const now = await databaseNow(database)
  const shiftMs = now - clock.now().getTime()
  return { shiftMs: Math.abs(shiftMs) > TOLERATED_MS ? shiftMs : 0, now }
}

/**
 * A scan's time by the clock of the database, in milliseconds. A scan may have waited in its journal for days, so only the clock that
 * wrote it, or the future, shows that its time is wrong.
 */
export function correctedTime(
  at: number,
  { shiftMs, now }: ClockError,
): { at: number; isTimeCorrected: boolean } {
  const shifted = at + shiftMs
  const corrected = shifted > now + TOLERATED_MS ? now : shifted
  return { at: corrected, isTimeCorrected: corrected !== at }
}
