import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../../platform/db/database'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import type { LogPartition } from '../log/log-repository'
import type { CountsByKey } from './breakdown-counts'

/** How far breakdowns are made; times in milliseconds since the epoch. */
export interface Closing {
  barrier: number
  partsUntil: number
  hoursUntil: number
  daysUntil: number
  /** The day after `daysUntil` is made of codes up to this one, and of owners up to that. */
  codesAfter: string
  ownersAfter: string
}

/** Made by the first import: what is older than that is added as it comes, and never closed. */
export async function readClosing(tx: Db): Promise<Closing> {
  const read = () =>
    query<{ barrier: string; parts: string; hours: string; days: string; codes: string; owners: string }>(
      tx,
      sql`select barrier, parts_until as parts, hours_until as hours, days_until as days, codes_after as codes, owners_after as owners
          from scan_closing`,
    )
  const [found] = await read()
  const [row] = found ? [found] : await makeClosing(tx).then(read)
  if (!row) throw new Error('the row of closing is missing')
  return {
    barrier: Date.parse(row.barrier),
    partsUntil: Date.parse(row.parts),
    hoursUntil: Date.parse(row.hours),
    daysUntil: Date.parse(row.days),
    codesAfter: row.codes,
    ownersAfter: row.owners,
  }
}

async function makeClosing(tx: Db): Promise<void> {
  await tx.execute(sql`insert into scan_closing default values on conflict do nothing`)
}

/** Until the transaction ends, no step of closing runs. Imports do not wait for each other. */
export async function lockClosing(tx: Db): Promise<void> {
  await tx.execute(sql`lock table scan_closing in row exclusive mode`)
}

/** Raises the barrier, which never goes back, to the last five minutes that are over; null when nothing was ever imported. */
export async function raiseBarrier(db: Db, graceMinutes: number): Promise<Date | null> {
  const [row] = await query<{ barrier: string }>(
    db,
    sql`update scan_closing set barrier = greatest(
          barrier, date_bin('5 minutes', ${TRUSTED_NOW} - make_interval(mins => ${graceMinutes}::int), '2000-01-01Z')
        )
        returning barrier`,
  )
  return row ? new Date(row.barrier) : null
}

/** The transaction that will be begun next. */
export async function nextTransaction(db: Db): Promise<string> {
  const [row] = await query<{ id: string }>(
    db,
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as id`,
  )
  return row?.id ?? '0'
}

/** Whether all transactions that write and were begun before that one have ended. */
export async function hasEndedBefore(db: Db, id: string): Promise<boolean> {
  const [row] = await query<{ ended: boolean }>(
    db,
    sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${id}::xid8 as ended`,
  )
  return row?.ended === true
}

export type ClosingStep = 'part' | 'hour' | 'codes' | 'owners' | 'quarters'

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

export interface AddedBreakdown extends CountsByKey {
  subject: string
  minutes: 5 | 60 | 1440
  /** Its beginning, in ISO form. */
  at: string
}

/** Rows of one statement; each may name hundreds of values. */
const ROWS_PER_STATEMENT = 1_000

/**
 * Adds to what is closed, always in the order of the keys. A shorter time without a row is read from the log,
 * so nothing is added to it.
 */
export async function addToBreakdowns(tx: Db, added: readonly AddedBreakdown[]): Promise<void> {
  const rows = added.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await tx.execute(sql`
      insert into scan_breakdowns as kept (subject, minutes, at, keys, scans, uniques)
      select subject, minutes, at, sums.keys, sums.scans, sums.uniques
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + ROWS_PER_STATEMENT))}::json) as added (
        subject uuid, minutes smallint, at timestamptz, keys text[], scans integer[], uniques integer[]
      ) cross join lateral scan_sum_keys(added.keys, added.scans, added.uniques) as sums
      where minutes = 1440 or exists (
        select from scan_breakdowns as made
        where made.subject = added.subject and made.minutes = added.minutes and made.at = added.at
      )
      order by subject, minutes, at
      on conflict (subject, minutes, at) do update set (keys, scans, uniques) = (
        select * from scan_sum_keys(
          kept.keys || excluded.keys, kept.scans || excluded.scans, kept.uniques || excluded.uniques
        )
      )`)
}

const keyOf = ({ subject, minutes, at }: AddedBreakdown): string =>
  `${subject} ${String(minutes).padStart(4, '0')} ${at}`
