import { sql } from 'drizzle-orm'
import { type Db, query, readAndUnlock } from '../../platform/db/database'
import { type Finding, MAX_FINDINGS } from '../../platform/finding'
import { ALWAYS, isIn, spanPartsOf } from './log/log-spans'

/**
 * Counters of codes that differ from the sums of the log or the roll-ups.
 * @param tx sees one moment of all of them
 * @param isLogWhole false when old months of the log were dropped or not restored: then a counter may be greater
 */
export async function findCounterFaults(tx: Db, isLogWhole: boolean): Promise<Finding<'counter-differs'>[]> {
  const logged = await countLogged(tx)
  const isOff = isLogWhole
    ? sql`counted <> logged or counted <> rolled`
    : sql`counted < logged or counted <> rolled`
  const rows = await query<{ code_id: string; counted: string; logged: string; rolled: string }>(
    tx,
    sql`select code_id, counted::text, logged::text, rolled::text from (
        select code_id, coalesce(counters.scans, 0) as counted, coalesce(log.scans, 0) as logged,
          coalesce(rollups.scans, 0) as rolled
        from scan_counters as counters
        full join json_to_recordset(${JSON.stringify(logged)}::json) as log (code_id uuid, scans bigint) using (code_id)
        left join (select subject as code_id, sum(scans) as scans from scan_quarter_rows group by 1) as rollups
          using (code_id)
      ) as each
      where ${isOff} order by code_id limit ${MAX_FINDINGS}`,
  )
  return rows.map(({ code_id, counted, logged, rolled }) => ({
    fault: 'counter-differs',
    subject: code_id,
    detail: `counter ${counted}, log ${logged}, roll-ups ${rolled}`,
  }))
}

/** Scans by people in the log, of each code that has any. */
async function countLogged(tx: Db): Promise<{ code_id: string; scans: number }[]> {
  const counts = new Map<string, number>()
  for (const part of await spanPartsOf(tx, ALWAYS)) {
    const rows = await readAndUnlock(tx, () =>
      query<{ code_id: string; scans: number }>(
        tx,
        sql`select code_id, count(*)::float8 as scans from scan_rows where kind = 'person' and ${isIn(part)} group by 1`,
      ),
    )
    for (const { code_id, scans } of rows) counts.set(code_id, (counts.get(code_id) ?? 0) + scans)
  }
  return [...counts].map(([code_id, scans]) => ({ code_id, scans }))
}
