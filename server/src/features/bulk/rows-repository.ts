import type { BulkOutcome, ImportVerdict } from '@scanleaf/shared'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'

import { type FileRow, type RowBefore, type RowInput, type RowProblem, SECRET_FIELDS } from './spec'
import { bulkRows } from './table'

export type StoredRow = typeof bulkRows.$inferSelect
/** A row whose input is of one kind of run. */
export type RowOf<Input extends StoredRow['input']> = StoredRow & { input: Input }

/** What the dry run found out about a row. */
export interface JudgedRow<Input = RowInput> {
  row: number
  outcome: 'ready' | 'skipped'
  input: Input
  codeId?: string
  line?: number | null
  problems: RowProblem[]
}

/** Of a row whose code is known. */
export type Verdict = Pick<JudgedRow, 'outcome' | 'input' | 'problems'>

/** Rows of one statement. */
const AT_ONCE = 500

export async function insertRows(
  db: Db,
  runId: string,
  rows: readonly JudgedRow<RowInput | FileRow>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db.execute(sql`insert into bulk_rows (run_id, row, outcome, input, code_id, line, problems)
      select ${runId}, row, outcome, input, "codeId", line, problems
      from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + AT_ONCE))}::jsonb)
        as judged (row int, outcome text, input jsonb, "codeId" uuid, line int, problems jsonb)`)
}

/** What became of a row; what is absent stays. */
export interface RowResult {
  row: number
  outcome: BulkOutcome
  verdict?: ImportVerdict
  input?: RowInput
  /** Null takes it away. */
  codeId?: string | null
  before?: RowBefore
  problems?: RowProblem[]
}

export async function updateRows(db: Db, runId: string, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return
  const given = results.map((result) => ({ ...result, hasCode: result.codeId !== undefined }))
  await db.execute(sql`update bulk_rows as rows set outcome = result.outcome,
      verdict = coalesce(result.verdict, rows.verdict), input = coalesce(result.input, rows.input),
      code_id = case when result."hasCode" then result."codeId" else rows.code_id end,
      before = coalesce(result.before, rows.before), problems = coalesce(result.problems, rows.problems)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as result (row int, outcome text, verdict text,
      input jsonb, "codeId" uuid, "hasCode" boolean, before jsonb, problems jsonb)
    where rows.run_id = ${runId} and rows.row = result.row`)
}

export interface RowFilter {
  outcome?: BulkOutcome | undefined
  verdict?: ImportVerdict | undefined
  after: number
  limit: number
}

/** In their order, behind a row. */
export function findRows(
  db: Db,
  runId: string,
  { outcome, verdict, after, limit }: RowFilter,
): Promise<StoredRow[]> {
  return db
    .select()
    .from(bulkRows)
    .where(
      and(
        eq(bulkRows.runId, runId),
        outcome && eq(bulkRows.outcome, outcome),
        verdict && eq(bulkRows.verdict, verdict),
        gt(bulkRows.row, after),
      ),
    )
    .orderBy(asc(bulkRows.row))
    .limit(limit)
}

export async function findRow(db: Db, runId: string, row: number): Promise<StoredRow | null> {
  const [found] = await db
    .select()
    .from(bulkRows)
    .where(and(eq(bulkRows.runId, runId), eq(bulkRows.row, row)))
  return found ?? null
}

/** The ids that the ready rows of a run ask for, behind a row. */
export const findOwnIds = (
  db: Db,
  runId: string,
  after: number,
  limit: number,
): Promise<{ row: number; dynamicId: string }[]> =>
  query(
    db,
    sql`select row, input ->> 'dynamicId' as "dynamicId" from bulk_rows
      where run_id = ${runId} and outcome = 'ready' and row > ${after} and input ->> 'dynamicId' <> ''
      order by row limit ${limit}`,
  )

/** Another row of the run that asks for this id; null for none. */
export async function findRowWithId(db: Db, runId: string, row: number, key: string): Promise<number | null> {
  const [found] = await query<{ row: number }>(
    db,
    sql`select row from bulk_rows
      where run_id = ${runId} and row <> ${row} and lower(input ->> 'dynamicId') = ${key}
      order by row limit 1`,
  )
  return found?.row ?? null
}

/** Takes passwords out of the rows: they are in the codes, and rows that made none can no longer be corrected. */
export async function forgetPasswords(db: Db, runId: string): Promise<void> {
  const secret = sql`${sql.param(SECRET_FIELDS)}::text[]`
  await db.execute(sql`update bulk_rows set input = jsonb_set(input, '{content}', (input -> 'content') - ${secret})
    where run_id = ${runId} and outcome <> 'ready' and input -> 'content' ?| ${secret}`)
}
