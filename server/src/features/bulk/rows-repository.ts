import type { BatchRowOutcome } from '@scanleaf/shared'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import type { RowBefore, RowInput, RowProblem } from './batch'
import { codeBatchRows } from './table'

export type StoredRow = typeof codeBatchRows.$inferSelect

/** What the dry run found out about a row. */
export interface JudgedRow {
  row: number
  outcome: 'ready' | 'refused'
  input: RowInput
  codeId?: string
  problems: RowProblem[]
}

export async function insertRows(db: Db, batchId: string, rows: readonly JudgedRow[]): Promise<void> {
  await db.execute(sql`insert into code_batch_rows (batch_id, row, outcome, input, code_id, problems)
    select ${batchId}, row, outcome, input, "codeId", problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as judged (row int, outcome text, input jsonb, "codeId" uuid, problems jsonb)`)
}

/** What became of a row; what is absent stays. */
export interface RowResult {
  row: number
  outcome: BatchRowOutcome
  input?: RowInput
  codeId?: string
  before?: RowBefore
  problems?: RowProblem[]
}

export async function updateRows(db: Db, batchId: string, results: readonly RowResult[]): Promise<void> {
  if (results.length === 0) return
  await db.execute(sql`update code_batch_rows as rows set outcome = result.outcome,
      input = coalesce(result.input, rows.input), code_id = coalesce(result."codeId", rows.code_id),
      before = coalesce(result.before, rows.before), problems = coalesce(result.problems, rows.problems)
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as result (row int, outcome text, input jsonb, "codeId" uuid, before jsonb, problems jsonb)
    where rows.batch_id = ${batchId} and rows.row = result.row`)
}

/** Rows with an outcome, behind a row. */
export function findRows(
  db: Db,
  batchId: string,
  { outcome, after, limit }: { outcome?: BatchRowOutcome | undefined; after: number; limit: number },
): Promise<StoredRow[]> {
  const isAsked = outcome === undefined ? undefined : eq(codeBatchRows.outcome, outcome)
  return db
    .select()
    .from(codeBatchRows)
    .where(and(eq(codeBatchRows.batchId, batchId), isAsked, gt(codeBatchRows.row, after)))
    .orderBy(asc(codeBatchRows.row))
    .limit(limit)
}

export async function findRow(db: Db, batchId: string, row: number): Promise<StoredRow | null> {
  const [found] = await db
    .select()
    .from(codeBatchRows)
    .where(and(eq(codeBatchRows.batchId, batchId), eq(codeBatchRows.row, row)))
  return found ?? null
}

/** The ids that the ready rows of a batch ask for, behind a row. */
export const findOwnIds = (
  db: Db,
  batchId: string,
  after: number,
  limit: number,
): Promise<{ row: number; dynamicId: string }[]> =>
  query(
    db,
    sql`select row, input ->> 'dynamicId' as "dynamicId" from code_batch_rows
      where batch_id = ${batchId} and outcome = 'ready' and row > ${after} and input ->> 'dynamicId' <> ''
      order by row limit ${limit}`,
  )

/** Another row of the batch that asks for this id; null for none. */
export async function findRowWithId(
  db: Db,
  batchId: string,
  row: number,
  key: string,
): Promise<number | null> {
  const [found] = await query<{ row: number }>(
    db,
    sql`select row from code_batch_rows
      where batch_id = ${batchId} and row <> ${row} and lower(input ->> 'dynamicId') = ${key}
      order by row limit 1`,
  )
  return found?.row ?? null
}

/** Takes passwords out of the rows that made no code and cannot be corrected any more. */
export async function forgetPasswords(db: Db, batchId: string): Promise<void> {
  await db.execute(sql`update code_batch_rows set input = input #- '{content,passWifi}'
    where batch_id = ${batchId} and outcome in ('refused', 'failed')
      and input #> '{content,passWifi}' is not null`)
}
