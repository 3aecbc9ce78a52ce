import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'
import { dropTable, type LogPartition } from '../log/log-repository'

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

/** False when it is gone already. Waits no longer for those who use the log than a statement may take. */
export const dropPartition = (
  database: Database,
  partition: LogPartition,
  hasScans: boolean,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const [row] = await query<{ found: boolean }>(
      tx,
      sql`select to_regclass(${partition.name}) is not null as found`,
    )
    if (row?.found) await dropTable(tx, partition, hasScans)
    return row?.found === true
  })
