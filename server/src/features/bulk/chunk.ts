import type { Db } from '../../platform/db/database'
import { bulkKindOf } from './kinds'
import { addCounts, type Run, updateRun } from './repository'
import type { RunContext } from './results'
import { findRows, forgetPasswords, type RowResult, updateRows } from './rows-repository'

/**
 * Rows of one transaction of the job. The embedded engine has one connection, for which others wait a second at most: this
 * many rows hold it for about a tenth of one.
 */
export const CHUNK = 50

/**
 * Does the next rows of a locked run, and ends it when there are none left. Codes and what the rows say of them are written
 * together, so that no row is done twice.
 * @returns the rows that failed
 * @throws AppError ExceedLimitation, PurchaseFailure
 */
export async function doChunk(tx: Db, context: RunContext, run: Run, limit: number): Promise<RowResult[]> {
  const rows = await findRows(tx, run.id, { outcome: 'ready', after: 0, limit })
  const results = await bulkKindOf(run).doRows(tx, context, run, rows)
  await updateRows(tx, run.id, results)
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const done = results.length - failed.length
  await addCounts(tx, run.id, { ready: -rows.length, done, failed: failed.length })
  if (rows.length < limit || rows.length === run.ready) {
    await updateRun(tx, run.id, { state: 'done', endedAt: 'now' })
    await forgetPasswords(tx, run.id)
  }
  return failed
}

/**
 * Takes the next rows of a locked run back, and ends the undo when there are none left. A code goes back only if it is as the
 * run left it.
 * @throws AppError ExceedLimitation, PurchaseFailure when deleted codes have no room any more
 */
export async function undoChunk(tx: Db, context: RunContext, run: Run, limit: number): Promise<void> {
  const rows = await findRows(tx, run.id, { outcome: 'done', after: 0, limit })
  const results = await bulkKindOf(run).undoRows(tx, context, run, rows)
  await updateRows(tx, run.id, results)
  const retained = results.filter(({ outcome }) => outcome === 'retained').length
  await addCounts(tx, run.id, { done: -rows.length, undone: rows.length - retained, retained })
  if (rows.length < limit || rows.length === run.done)
    await updateRun(tx, run.id, { state: 'undone', endedAt: 'now', stopReason: null })
}
