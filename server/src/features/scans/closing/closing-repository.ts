import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { isTooLarge } from '../batch-size'
import type { LogPartition } from '../log/log-repository'

/** Until the transaction ends, no step of closing and no fold runs. */
export async function lockClosing(tx: Db): Promise<void> {
  await tx.execute(sql`lock table scan_closing in share row exclusive mode`)
}

/** The end of the last five minutes that have been over for that long. */
export async function lastMoment(db: Db, graceMinutes: number): Promise<Date> {
  const [row] = await query<{ until: string }>(
    db,
    sql`select date_bin('5 minutes', ${TRUSTED_NOW} - make_interval(mins => ${graceMinutes}::int), '2000-01-01Z') as until`,
  )
  if (!row) throw new Error('the time of the database is missing')
  return new Date(row.until)
}

export type ClosingStep = 'part' | 'hour' | 'codes' | 'owners' | 'remade' | 'quarters'

/** Does the next step before a moment; null when there is none. */
export async function closeNext(
  database: Database,
  until: Date,
  atOnce: { codes: number; owners: number },
  statementTimeoutMs: number,
): Promise<ClosingStep | null> {
  return database.transaction(
    async (tx) => {
      const [row] = await query<{ step: ClosingStep | null }>(
        tx,
        sql`select scan_close_next(${until}, ${atOnce.codes}::int, ${atOnce.owners}::int) as step`,
      )
      return row?.step ?? null
    },
    { statementTimeoutMs },
  )
}

/** Whether a partition of the log has scans of days that are not closed: then their breakdowns are nowhere else. */
export async function hasOpenDays(db: Db, { name }: LogPartition): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (
          select from ${sql.identifier(name)}
          where at >= (select days_until from scan_closing)
        ) as found`,
  )
  return row?.found === true
}

/** As scan_fold makes them. */
const INDEXED_DAYS = 3
const LOCK_MS = 300

/** Drops the indexes that only folds use of days that were closed long ago. What is in use is left to the next time. */
export async function dropVisitorIndexes(database: Database): Promise<void> {
  const indexes = await query<{ name: string }>(
    database.db,
    sql`select indexname as name from pg_indexes
        where schemaname = 'public' and indexname ~ '^scan_log_.*_visitor$'
          and to_date(substr(indexname, 10, 10), 'YYYY_MM_DD') + ${INDEXED_DAYS}::int
            < (select (days_until at time zone 'UTC')::date from scan_closing)`,
  )
  for (const { name } of indexes) {
    try {
      await database.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
        await tx.execute(sql`drop index if exists ${sql.identifier(name)}`)
      })
    } catch (error) {
      if (!isTooLarge(error)) throw error
    }
  }
}
