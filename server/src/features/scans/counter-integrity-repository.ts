import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { type Finding, MAX_FINDINGS } from '../../platform/finding'

/**
 * Counters of codes that differ from the sums of the log or the roll-ups.
 * @param isLogWhole false when old months of the log were dropped or not restored: then a counter may be greater
 */
export async function findCounterFaults(db: Db, isLogWhole: boolean): Promise<Finding<'counter-differs'>[]> {
  const isOff = isLogWhole
    ? sql`counted <> logged or counted <> rolled`
    : sql`counted < logged or counted <> rolled`
  const rows = await query<{ code_id: string; counted: string; logged: string; rolled: string }>(
    db,
    sql`select code_id, counted::text, logged::text, rolled::text from (
        select code_id, coalesce(counters.scans, 0) as counted, coalesce(log.scans, 0) as logged,
          coalesce(rollups.scans, 0) as rolled
        from scan_counters as counters
        full join (select code_id, count(*) as scans from scan_rows where kind = 'person' group by 1) as log
          using (code_id)
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
