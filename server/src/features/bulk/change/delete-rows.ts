import type { Db } from '../../../platform/db/database'
import { deleteCodes, restoreCodes } from '../../user-codes'
import { rowError } from '../problems'
import type { Run } from '../repository'
import { codeIdsOf, doneOf, type RunContext, undoneOf } from '../results'
import type { RowResult, StoredRow } from '../rows-repository'

/** Moves the codes of rows to the trash, and keeps when. */
export async function deleteCodesOfRows(
  tx: Db,
  _context: RunContext,
  { userId }: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const deleted = await deleteCodes(tx, userId, codeIdsOf(rows))
  return rows.map((row) =>
    doneOf(row, deleted.get(row.codeId ?? ''), (at) => ({
      before: { from: {}, to: { deletedAt: at.toISOString() } },
    })),
  )
}

/** A code that left the trash meanwhile, either way, stays as it is. */
export async function restoreRows(
  tx: Db,
  context: RunContext,
  { userId }: Run,
  rows: readonly StoredRow[],
): Promise<RowResult[]> {
  const deleted = rows.map(({ codeId, before }) => ({
    ...{ id: codeId ?? '', at: String(before?.to['deletedAt'] ?? '') },
  }))
  const restored = await restoreCodes(tx, context, userId, deleted)
  return rows.map((row) => undoneOf(row, restored.has(row.codeId ?? '') ? null : rowError('changed-since')))
}
