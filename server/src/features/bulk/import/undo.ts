import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { problemsOf } from '../code-batches'
import { deleteCodes, whyKept } from '../user-codes'
import { addsToCode, removeAddedPaths } from './add-paths'
import { type ImportRow, recount, updateImport } from './repository'
import { findRows, type RowResult, updateRows } from './rows-repository'

/**
 * Takes the next rows of a locked import back, and ends the undo when there are none left. A code that was scanned or
 * changed since stays.
 */
export async function undoChunk(tx: Db, { id, userId }: ImportRow, limit: number): Promise<void> {
  const rows = await findRows(tx, id, { outcome: 'done', after: 0, limit })
  const made = rows.filter((row) => !addsToCode(row))
  const deleted = await deleteCodes(
    tx,
    userId,
    made.map(({ codeId }) => codeId ?? ''),
    whyKept,
  )
  const results = made.map(({ n, codeId }): RowResult => {
    const outcome = deleted.get(codeId ?? '')
    return outcome instanceof AppError
      ? { n, outcome: 'retained', problems: problemsOf(outcome) }
      : { n, outcome: 'undone', codeId: null }
  })
  const removed = await removeAddedPaths(tx, userId, rows.filter(addsToCode))
  await updateRows(tx, id, [...results, ...removed])
  await recount(tx, id)
  if (rows.length < limit) await updateImport(tx, id, { state: 'undone', endedAt: 'now', stopReason: null })
}
