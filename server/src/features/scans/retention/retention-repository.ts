import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'

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

export interface Partition {
  name: string
  /** The first day (UTC) in it, `YYYY-MM-DD`. */
  begins: string
  /** The first day (UTC) after it, `YYYY-MM-DD`. */
  endsBefore: string
}

/** The partitions of a table of the log, oldest first. */
export const partitionsOf = (db: Db, table: 'scans' | 'scan_visitors'): Promise<Partition[]> =>
  query<Partition & Record<string, unknown>>(
    db,
    sql`select name, to_char(month, 'YYYY-MM-DD') as begins,
          to_char(month + interval '1 month', 'YYYY-MM-DD') as "endsBefore"
        from (select inhrelid::regclass::text as name, to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') as month
          from pg_inherits where inhparent = ${table}::regclass) as partitions order by month`,
  )

export async function hasRows(db: Db, { name }: Partition): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from ${sql.identifier(name)}) as found`,
  )
  return row?.found === true
}

/** False when it is gone already. Waits no longer for those who use the log than a statement may take. */
export const dropPartition = (database: Database, { name }: Partition): Promise<boolean> =>
  database.transaction(async (tx) => {
    const [row] = await query<{ found: boolean }>(tx, sql`select to_regclass(${name}) is not null as found`)
    if (row?.found) await tx.execute(sql`drop table ${sql.identifier(name)}`)
    return row?.found === true
  })
