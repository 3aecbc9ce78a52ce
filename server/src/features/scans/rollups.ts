import { type SQL, sql } from 'drizzle-orm'

export const QUARTER_MS = 15 * 60_000

/** Rows of `scan_quarter_rows` from a moment to before another; a packed day begins up to a day before its quarters. */
export const quartersBetween = (from: Date | undefined, to: Date): SQL =>
  sql`stored_at > ${from}::timestamptz - interval '1 day' and stored_at < ${to} and at >= ${from} and at < ${to}`
