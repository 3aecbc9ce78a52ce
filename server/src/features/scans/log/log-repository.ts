import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'

/** Partitions of the log for days (`YYYY-MM-DD`, UTC). */
export async function ensureDays(db: Db, days: readonly string[]): Promise<void> {
  await db.execute(sql`
    select scan_ensure_day(value::date) from json_array_elements_text(${JSON.stringify(days)}::json)`)
}

/** More than a server is off at most before its partitions are needed at midnight. */
const COMING_DAYS = 3

/** Partitions for the day that it is by the clock of the database, and for the next ones. */
export async function ensureComingDays(db: Db): Promise<void> {
  await db.execute(sql`
    select scan_ensure_day((now() at time zone 'UTC')::date + ahead) from generate_series(0, ${COMING_DAYS}::int) as ahead`)
}

export interface LogPartition {
  name: string
  /** Its day (UTC), `YYYY-MM-DD`. */
  begins: string
  /** The day after it. */
  endsBefore: string
}

/** The days of the log, oldest first. */
export const partitionsOf = (db: Db): Promise<LogPartition[]> =>
  query<LogPartition & Record<string, unknown>>(
    db,
    sql`select name, to_char(begins, 'YYYY-MM-DD') as begins, to_char(begins + interval '1 day', 'YYYY-MM-DD') as "endsBefore"
        from (
          select inhrelid::regclass::text as name, to_date(right(inhrelid::regclass::text, 10), 'YYYY_MM_DD') as begins
          from pg_inherits where inhparent = 'scan_log'::regclass
        ) as found
        order by begins`,
  )

export async function hasRows(db: Db, { name }: LogPartition): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from ${sql.identifier(name)}) as found`,
  )
  return row?.found === true
}

/** Days from which scans are dropped are no longer computed again from the log. */
export async function dropTable(tx: Db, { name, endsBefore }: LogPartition): Promise<void> {
  await tx.execute(sql`drop table ${sql.identifier(name)}`)
  await tx.execute(sql`
    insert into scan_retention as retention (whole_from) values (${endsBefore}::date)
    on conflict (is_only) do update set whole_from = greatest(retention.whole_from, excluded.whole_from)`)
}
