import type { ImportVerdict } from '@scanleaf/shared'
import { eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { RowOf } from '../rows-repository'
import type { FileRow, ImportChange } from '../spec'
import { bulkRows } from '../table'
import type { RawRow } from './judge'

/** All rows of a file, as it has them. */
export async function allFileRows(db: Db, runId: string): Promise<RawRow[]> {
  const rows = await db
    .select({ row: bulkRows.row, input: bulkRows.input })
    .from(bulkRows)
    .where(eq(bulkRows.runId, runId))
    .orderBy(bulkRows.row)
  return rows as RawRow[]
}

/** Rows by verdict, a verdict that no row has missing, and those whose code was off at the old service. */
export async function countVerdicts(
  db: Db,
  runId: string,
): Promise<Pick<ImportChange, 'verdicts' | 'wasOff'>> {
  const rows = await query<{ verdict: ImportVerdict; rows: number; off: number }>(
    db,
    sql`select verdict, count(*)::int as rows,
        (count(*) filter (where problems @? '$[*] ? (@.code starts with "was-")' and verdict in ('kept', 'new')))::int as off
      from bulk_rows
      where run_id = ${runId} and verdict is not null group by verdict`,
  )
  return {
    verdicts: Object.fromEntries(rows.map(({ verdict, rows: count }) => [verdict, count])),
    wasOff: rows.reduce((total, { off }) => total + off, 0),
  }
}

/** The columns that were set by hand for the last file with these headers; null for none. */
export async function findMapping(
  db: Db,
  userId: string,
  headerKey: string,
): Promise<Pick<ImportChange, 'mapping' | 'source'> | null> {
  const [row] = await query<Pick<ImportChange, 'mapping' | 'source'>>(
    db,
    sql`select spec -> 'mapping' as mapping, spec ->> 'source' as source from bulk_runs
      where user_id = ${userId} and kind = 'import' and spec ->> 'headerKey' = ${headerKey}
        and (spec -> 'isMappedByHand')::boolean
      order by created_at desc, id desc limit 1`,
  )
  return row ?? null
}

/** Some rows whose printed address keeps working by a code that was made, spread over the whole file. */
export const findSpread = (
  db: Db,
  runId: string,
  count: number,
): Promise<Pick<RowOf<FileRow>, 'input' | 'codeId'>[]> =>
  query(
    db,
    sql`select distinct on (part) input, code_id as "codeId"
      from (
        select *, ntile(${count}) over (order by row) as part from bulk_rows
        where run_id = ${runId} and outcome = 'done' and verdict = 'kept'
      ) as done
      order by part, row`,
  )
