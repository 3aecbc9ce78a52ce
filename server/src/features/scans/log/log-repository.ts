import { hash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { copy } from '../../../platform/db/copy'
import { type Database, type Db, query } from '../../../platform/db/database'
import type { NewScan } from '../repository'
import { FLAGS, KINDS } from '../table'
import type { Described, RowNumbers } from './log-dictionaries'

const COLUMNS = ['at', 'visitor', 'code', 'agent', 'referrer', 'language', 'country', 'kind', 'flags']

export async function insertScans(
  db: Db,
  rows: readonly NewScan[],
  numbersOf: (row: Described) => RowNumbers,
): Promise<void> {
  await copy(
    db,
    'scan_log',
    COLUMNS,
    rows.map((row) => {
      const { code, agent, referrer, language, country } = numbersOf(row)
      const kind = KINDS.indexOf(row.kind)
      return [
        row.at,
        visitorNumber(row.visitor),
        code,
        agent,
        referrer,
        language,
        country,
        kind,
        flagsOf(row),
      ]
    }),
  )
}

/** See `scanLog.visitor`. */
const visitorNumber = (visitor: string): bigint => hash('sha256', visitor, 'buffer').readBigInt64BE()

const flagsOf = (row: NewScan): number =>
  (row.isUnique ? FLAGS.isUnique : 0) +
  (row.isRepeat ? FLAGS.isRepeat : 0) +
  (row.isTimeCorrected ? FLAGS.isTimeCorrected : 0)

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
  table: 'scan_visitors' | 'scan_log'
  name: string
  /** Its first day (UTC), `YYYY-MM-DD`. */
  begins: string
  /** The first day after it. */
  endsBefore: string
}

/** The months of `scan_visitors`, or the days of `scan_log`, oldest first. */
export const partitionsOf = (db: Db, table: LogPartition['table']): Promise<LogPartition[]> => {
  const isDaily = table === 'scan_log'
  return query<LogPartition & Record<string, unknown>>(
    db,
    sql`select ${table}::text as "table", name, to_char(begins, 'YYYY-MM-DD') as begins,
          to_char(begins + ${isDaily ? '1 day' : '1 month'}::interval, 'YYYY-MM-DD') as "endsBefore"
        from (
          select inhrelid::regclass::text as name,
            to_date(right(inhrelid::regclass::text, ${isDaily ? 10 : 7}), ${isDaily ? 'YYYY_MM_DD' : 'YYYY_MM'}) as begins
          from pg_inherits where inhparent = ${table}::regclass
        ) as found
        order by begins`,
  )
}

export async function hasRows(db: Db, { name }: LogPartition): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from ${sql.identifier(name)}) as found`,
  )
  return row?.found === true
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

/** Days from which scans are dropped are no longer computed again from the log. */
export async function dropTable(
  tx: Db,
  { name, endsBefore }: LogPartition,
  hasScans: boolean,
): Promise<void> {
  await tx.execute(sql`drop table ${sql.identifier(name)}`)
  if (hasScans)
    await tx.execute(sql`
      insert into scan_retention as retention (whole_from) values (${endsBefore}::date)
      on conflict (is_only) do update set whole_from = greatest(retention.whole_from, excluded.whole_from)`)
}
