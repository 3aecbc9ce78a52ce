import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import { partitionsOf } from './log-repository'

const DAY_MS = 86_400_000
/**
 * Days of the log that one statement may plan over. Each takes a lock and so do its two indexes, and PostgreSQL has room
 * for some 8,000 locks of all connections together.
 */
const DAYS_AT_ONCE = 300

/** A time without beginning or end where a bound is null; `to` is exclusive. */
export interface OpenSpan {
  from: Date | null
  to: Date | null
}

export const ALWAYS: OpenSpan = { from: null, to: null }

/** Bounds on the column `at`, for every table that it stands for: only constants keep a plan from other partitions. */
export const isIn = ({ from, to }: OpenSpan): SQL =>
  sql`true ${from ? sql`and at >= ${from}` : sql``} ${to ? sql`and at < ${to}` : sql``}`

/** A span in parts, oldest first, for statements each of which may plan over all days of the log in one part. */
export async function spanPartsOf<Bound extends Date | null>(
  db: Db,
  { from, to }: { from: Bound; to: Bound },
): Promise<{ from: Bound | Date; to: Bound | Date }[]> {
  if (from && to && to.getTime() - from.getTime() <= DAYS_AT_ONCE * DAY_MS) return [{ from, to }]
  const cuts = (await partitionsOf(db))
    .filter((_, place) => place > 0 && place % DAYS_AT_ONCE === 0)
    .map(({ begins }) => new Date(begins))
    .filter((cut) => (!from || cut > from) && (!to || cut < to))
  return [from, ...cuts].map((begins, place) => ({ from: begins, to: cuts[place] ?? to }))
}
