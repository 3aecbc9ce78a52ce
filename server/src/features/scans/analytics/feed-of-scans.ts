import { addDays, FEED_DAYS, localDateAt, partsOf } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { findOwnerSubject, sumParts } from './repository'

/** By the names of the wire. */
const HEAD = ['day', 'scans', 'unique']

/** The scans of all codes of an owner by day of a zone as rows for a spreadsheet: the head, then today, and a year back. */
export async function* feedOfScans(
  db: Db,
  { userId, zone }: { userId: string; zone: string },
  now: Date,
): AsyncGenerator<string[]> {
  yield HEAD
  const to = localDateAt(now, zone)
  const from = addDays(to, 1 - FEED_DAYS)
  const { starts, end } = partsOf({ from, to, unit: 'day', zone })
  const { id } = await findOwnerSubject(db, userId)
  const sums = id === null ? null : await sumParts(db, id, starts, end)
  for (let part = starts.length - 1; part >= 0; part--) {
    const { scans, uniques } = sums?.get(part) ?? { scans: 0, uniques: 0 }
    yield [addDays(from, part), String(scans), String(uniques)]
  }
}
