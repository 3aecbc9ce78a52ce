import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { LoggedRow } from '../log/log-repository'

/** A row of `scans`; its time as text, in full. */
export type EarlierRow = Omit<LoggedRow, 'at'> & { id: bigint; at: string }

/** The oldest rows of `scans`, all of one UTC day. */
export const oldestRows = (db: Db, limit: number): Promise<EarlierRow[]> =>
  query<EarlierRow & Record<string, unknown>>(
    db,
    sql`with oldest as (select at from scans order by at, id limit 1)
        select id, code_id as "codeId", at, kind, is_time_corrected as "isTimeCorrected", is_unique as "isUnique",
          is_repeat as "isRepeat", visitor, country, device, system, browser, user_agent as "userAgent", referrer, language,
          is_summed as "isSummed"
        from scans
        where at >= (select at from oldest) and at < (select date_trunc('day', at) + interval '1 day' from oldest)
        order by scans.at, scans.id limit ${limit}`,
  )

/** Deletes rows; returns the ids of those that were still there. */
export async function deleteRows(tx: Db, rows: readonly EarlierRow[]): Promise<Set<bigint>> {
  const deleted = await query<{ id: bigint }>(
    tx,
    sql`delete from scans
        where (at, id) in (
          select * from unnest(${sql.param(rows.map(({ at }) => at))}::timestamptz[],
            ${sql.param(rows.map(({ id }) => String(id)))}::bigint[])
        ) returning id`,
  )
  return new Set(deleted.map(({ id }) => id))
}

/** Rows of each kind, and the sum of their flags. */
export type KindSums = Map<number, { rows: number; flags: number }>

/** Of the rows of `scan_log` between two times, both included. */
export async function sumsOfLog(tx: Db, from: string, to: string): Promise<KindSums> {
  const rows = await query<{ kind: number; rows: bigint; flags: bigint }>(
    tx,
    sql`select kind, count(*) as rows, sum(flags)::bigint as flags from scan_log
        where at >= ${from}::timestamptz and at <= ${to}::timestamptz group by kind`,
  )
  return new Map(rows.map((row) => [row.kind, { rows: Number(row.rows), flags: Number(row.flags) }]))
}
