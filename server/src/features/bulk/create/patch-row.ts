import { dynamicIdKey } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Author } from '../../../platform/http/acting'
import type { UserCodeContext } from '../../user-codes'
import { DesignCheck, drawableOf } from '../design-check'
import { addCounts, findOwn, lockOwn, type Run, updateRun } from '../repository'
import { findRow, findRowWithId, type StoredRow, updateRows } from '../rows-repository'
import { duplicateOf, RowJudge, refuse } from './judge-rows'

/**
 * Judges a skipped row of a dry run again, with other input.
 * @throws AppError NotFound, BatchNotReady when the run has been started or the row is not skipped
 */
export async function patchRow(
  context: UserCodeContext,
  author: Author,
  id: string,
  row: number,
  input: unknown,
): Promise<{ run: Run; row: StoredRow }> {
  const { database } = context
  const { spec } = await findOwn(database.db, author, id)
  if (spec.kind !== 'create') throw new AppError('BatchNotReady')
  const judged = await new RowJudge(context, author.ownerId, () => spec, false).judge(row, input)
  const isPassing = !judged.prepared || (await passes(context, author.ownerId, judged.prepared))
  return database.transaction(async (tx) => {
    const run = await lockOwn(tx, author, id)
    const before = await findRow(tx, id, row)
    if (!before) throw new AppError('NotFound')
    if (run.state !== 'ready' || before.outcome !== 'skipped') throw new AppError('BatchNotReady')
    const own = judged.prepared?.manualId
    const other = own ? await findRowWithId(tx, id, row, dynamicIdKey(own)) : null
    if (other !== null) refuse(judged, duplicateOf(other))
    const { outcome, problems } = judged
    await updateRows(tx, id, [{ row, outcome, input: judged.input, problems }])
    const warned = problems.some(({ isWarning }) => isWarning) ? 1 : 0
    if (outcome === 'ready') await addCounts(tx, id, { ready: 1, skipped: -1, warned })
    if (!isPassing) await updateRun(tx, id, { spec: { ...run.spec, designPasses: false } })
    return {
      run: await findOwn(tx, author, id),
      row: { ...before, outcome, input: judged.input, problems },
    }
  })
}

async function passes(
  context: UserCodeContext,
  userId: string,
  code: Parameters<typeof drawableOf>[0],
): Promise<boolean> {
  const design = await DesignCheck.of(context, userId)
  design.add(drawableOf(code))
  return design.passes()
}
