import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { changeCodes, deleteCodes, hasValues, restoreCodes, type Wanted, whyKept } from '../user-codes'
import { problemsOf, rowError } from './problems'
import { addCounts, type BatchRow, updateBatch } from './repository'
import { findRows, type RowResult, type StoredRow, updateRows } from './rows-repository'
import { authorOf, type RunContext } from './run'

/**
 * Takes the next rows of a locked batch back, and ends the undo when there are none left. A code goes back only if it is as
 * the batch left it.
 * @throws AppError ExceedLimitation, PurchaseFailure when deleted codes have no room any more
 */
export async function undoChunk(tx: Db, context: RunContext, batch: BatchRow, limit: number): Promise<void> {
  const rows = await findRows(tx, batch.id, { outcome: 'done', after: 0, limit })
  const results = await undoRows(tx, context, batch, rows)
  await updateRows(tx, batch.id, results)
  const kept = results.filter(({ outcome }) => outcome === 'kept').length
  await addCounts(tx, batch.id, { done: -rows.length, undone: rows.length - kept, kept })
  if (rows.length < limit || rows.length === batch.done)
    await updateBatch(tx, batch.id, { state: 'undone', endedAt: 'now', stopReason: null })
}

async function undoRows(
  tx: Db,
  context: RunContext,
  batch: BatchRow,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const ids = rows.map(({ codeId }) => codeId ?? '')
  const author = authorOf(batch)
  if (batch.kind === 'create') {
    const deleted = await deleteCodes(tx, author.id, ids, whyKept)
    return rows.map(({ row, codeId }) => {
      const outcome = deleted.get(codeId ?? '')
      return outcome instanceof AppError ? kept(row, outcome) : undone(row)
    })
  }
  if (batch.kind === 'delete') return restoreRows(tx, context, author.id, rows)
  const byId = new Map(rows.map((row) => [row.codeId, row.before]))
  const changed = await changeCodes(tx, context, author, ids, (code) => {
    const before = byId.get(code.id)
    if (!before || !hasValues(code, before.to as Wanted)) throw rowError('changed-since')
    return before.from as Wanted
  })
  return rows.map(({ row, codeId }) => {
    const outcome = changed.get(codeId ?? '') ?? rowError('code-gone')
    return outcome instanceof AppError ? kept(row, outcome) : undone(row)
  })
}

/** A code that left the trash meanwhile, either way, stays as it is. */
async function restoreRows(
  tx: Db,
  context: RunContext,
  userId: string,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const deleted = rows.map(({ codeId, before }) => ({
    ...{ id: codeId ?? '', at: String(before?.to['deletedAt'] ?? '') },
  }))
  const restored = await restoreCodes(tx, context, userId, deleted)
  return rows.map(({ row, codeId }) =>
    restored.has(codeId ?? '') ? undone(row) : kept(row, rowError('changed-since')),
  )
}

const undone = (row: number): RowResult => ({ row, outcome: 'undone' })
const kept = (row: number, error: AppError): RowResult => ({
  ...{ row, outcome: 'kept', problems: problemsOf(error) },
})
