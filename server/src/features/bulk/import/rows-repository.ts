import type { ImportOutcome, ImportVerdict } from '@scanleaf/shared'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import type { RowProblem } from '../code-batches'
import { importRows } from './table'

export type StoredRow = typeof importRows.$inferSelect
export type RawRow = Pick<StoredRow, 'n' | 'at' | 'raw'>

/** Rows of one statement. */
const AT_ONCE = 500

export async function insertRows(db: Db, importId: string, rows: readonly RawRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db.execute(sql`insert into import_rows (import_id, n, at, raw)
      select ${importId}, n, at, raw
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + AT_ONCE))}::jsonb)
        as given (n int, at int, raw jsonb)`)
}

/** What became of a row; what is absent stays. */
export interface RowResult {
  n: number
  outcome: ImportOutcome
  verdict?: ImportVerdict
  problems?: RowProblem[]
  /** Null takes it away. */
  codeId?: string | null
}

export async function updateRows(db: Db, importId: string, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return
  const given = results.map(({ codeId, ...result }) => ({
    ...{ ...result, codeId: codeId ?? null, hasCode: codeId !== undefined },
  }))
  await db.execute(sql`update import_rows as rows set outcome = result.outcome,
      verdict = coalesce(result.verdict, rows.verdict), problems = coalesce(result.problems, rows.problems),
      code_id = case when result."hasCode" then result."codeId" else rows.code_id end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as result (n int, outcome text, verdict text, problems jsonb, "codeId" uuid, "hasCode" boolean)
    where rows.import_id = ${importId} and rows.n = result.n`)
}

export interface RowFilter {
  verdict?: ImportVerdict | undefined
  outcome?: ImportOutcome | undefined
  after: number
  limit: number
}

/** In the order of the file, behind a row. */
export function findRows(
  db: Db,
  importId: string,
  { verdict, outcome, after, limit }: RowFilter,
): Promise<StoredRow[]> {
  const isAsked = [
    verdict && eq(importRows.verdict, verdict),
    outcome && eq(importRows.outcome, outcome),
  ].filter((each) => each !== undefined)
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), ...isAsked, gt(importRows.n, after)))
    .orderBy(asc(importRows.n))
    .limit(limit)
}

export const allRaw = (db: Db, importId: string): Promise<RawRow[]> =>
  db
    .select({ n: importRows.n, at: importRows.at, raw: importRows.raw })
    .from(importRows)
    .where(eq(importRows.importId, importId))
    .orderBy(asc(importRows.n))

/** Some rows that made a code, spread over the whole import. */
export const findSpread = (db: Db, importId: string, count: number): Promise<StoredRow[]> =>
  query<StoredRow & Record<string, unknown>>(
    db,
    sql`select distinct on (part) import_id as "importId", n, at, raw, verdict, outcome, problems, code_id as "codeId"
      from (
        select *, ntile(${count}) over (order by n) as part from import_rows
        where import_id = ${importId} and outcome = 'done' and verdict = 'kept'
      ) as done
      order by part, n`,
  )

/** Takes passwords out of the rows: they are in the codes, and those that made none are not corrected here. */
export async function forgetPasswords(db: Db, importId: string): Promise<void> {
  await db.execute(sql`update import_rows set raw = raw #- '{content,passWifi}'
    where import_id = ${importId} and outcome <> 'ready' and raw #> '{content,passWifi}' is not null`)
}
