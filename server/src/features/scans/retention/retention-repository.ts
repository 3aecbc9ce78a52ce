import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'

/** What the database's clock showed at the last look at it, and since when it has run without a leap. */
export interface ClockRecord {
  seenAt: Date
  steadySince: Date
}

/** Null before the first look. */
export async function readClockRecord(db: Db): Promise<ClockRecord | null> {
  const [row] = await query<{ seen: string; steady: string }>(
    db,
    sql`select seen_at as seen, steady_since as steady from scan_retention`,
  )
  return row ? { seenAt: new Date(row.seen), steadySince: new Date(row.steady) } : null
}

export async function writeClockRecord(db: Db, { seenAt, steadySince }: ClockRecord): Promise<void> {
  await db.execute(sql`
    insert into scan_retention (seen_at, steady_since) values (${seenAt}, ${steadySince})
    on conflict (is_only) do update set seen_at = excluded.seen_at, steady_since = excluded.steady_since`)
}
