import type { NewCodeBatch } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import type { SessionUser } from '../../platform/http/session'
import { type IdempotentCall, runIdempotent, type StoredResponse } from '../../platform/idempotency'
import type { UserCodeContext } from '../user-codes'
import { changeOf, rowsOf } from './change-of'
import { DesignCheck } from './design-check'
import { judgeNew, judgeSelected } from './judge-batch'
import {
  type BatchRow,
  deleteBatch,
  findBatch,
  findSurplus,
  insertBatch,
  isUnshown,
  showBatch,
  updateBatch,
} from './repository'

interface Call<T> {
  context: UserCodeContext
  user: SessionUser
  /** Null for a call without an `Idempotency-Key`. */
  repeat: IdempotentCall | null
  present: (db: Db, batch: BatchRow) => Promise<T>
}

/**
 * Judges all rows of a batch and writes what was found; nothing else changes.
 * @throws AppError ValidationError, BatchTooLarge
 */
export async function dryRun<T>(
  { context, user, repeat, present }: Call<T>,
  input: NewCodeBatch,
): Promise<StoredResponse<T>> {
  const { database, clock } = context
  const { db } = database
  const rows = rowsOf(input)
  const change = await changeOf(context, user.id, input)
  const spec = { ...change, by: user.email }
  const id = await insertBatch(db, { userId: user.id, kind: change.kind, spec })
  try {
    const judging = { context, userId: user.id, id, design: await DesignCheck.of(context, user.id) }
    if (change.kind === 'create') await judgeNew(judging, change, rows, 'range' in input && !!input.range)
    else if ('selection' in input) await judgeSelected(judging, change, input.selection)
    if (change.kind === 'create' || change.kind === 'design')
      await updateBatch(db, id, { spec: { ...spec, designPasses: await judging.design.passes() } })
    return await database.transaction(async (tx) => {
      const show = async () => {
        await showBatch(tx, id)
        const batch = await findBatch(tx, user.id, id)
        if (!batch) throw new AppError('NotFound')
        return { statusCode: 201, body: await present(tx, batch) }
      }
      return repeat ? runIdempotent(tx, repeat, clock.now(), show) : show()
    })
  } finally {
    // One that failed, or whose call was answered before.
    if (await isUnshown(db, id)) await deleteBatch(db, id)
    for (const old of await findSurplus(db, user.id)) await deleteBatch(db, old)
  }
}
