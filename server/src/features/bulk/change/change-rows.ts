import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { changeCodes, hasValues, type UserCodeRow, type Wanted } from '../../user-codes'
import { rowError } from '../problems'
import type { Run } from '../repository'
import { authorOf, codeIdsOf, doneOf, type RunContext, undoneOf } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'
import type { RowBefore } from '../spec'
import { type Edit, fieldOf, wantedOf } from './change-kinds'

/** Changes the codes of rows, and keeps their values from before. */
export async function changeRows(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const spec = run.spec as Edit
  const changed = await changeCodes(tx, context, authorOf(run), codeIdsOf(rows), (code) =>
    wantedOf(context, spec, code),
  )
  return rows.map((row) =>
    doneOf(
      row,
      changed.get(row.codeId ?? ''),
      ({ from, to }) => ({ before: { from: { ...from }, to: { ...to } } }),
      fieldOf(spec),
    ),
  )
}

/** A code goes back, by a logged change, only while it has the value that the run gave it. */
export const revertRows = (tx: Db, context: RunContext, run: Run, rows: readonly StoredRow[]) =>
  takeBack(tx, context, run, rows, (code, before) => {
    if (!hasValues(code, before.to as Wanted)) throw rowError('changed-since')
    return before.from as Wanted
  })

/** @param earlier what a code becomes again; it throws for one that was changed since */
export async function takeBack(
  tx: Db,
  context: RunContext,
  run: Run,
  rows: readonly StoredRow[],
  earlier: (code: UserCodeRow, before: RowBefore) => Wanted,
): Promise<RowResult[]> {
  const byId = new Map(rows.map((row) => [row.codeId, row.before]))
  const changed = await changeCodes(tx, context, authorOf(run), codeIdsOf(rows), (code) => {
    const before = byId.get(code.id)
    if (!before) throw rowError('changed-since')
    return earlier(code, before)
  })
  return rows.map((row) => {
    const outcome = changed.get(row.codeId ?? '') ?? rowError('code-gone')
    return undoneOf(row, outcome instanceof AppError ? outcome : null)
  })
}
