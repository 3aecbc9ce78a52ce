import type { Db } from '../../platform/db/database'
import type { Acting, Author } from '../../platform/http/acting'
import { type IdempotentCall, runIdempotent, type StoredResponse } from '../../platform/idempotency'
import type { UserCodeContext } from '../user-codes'
import { changeOf, rowsOf, type WithoutFile } from './change-of'
import { DesignCheck } from './design-check'
import { judgeNew, judgeSelected } from './judge-run'
import {
  deleteRun,
  findOwn,
  findSurplus,
  insertRun,
  isUnshown,
  type Run,
  showRun,
  updateRun,
} from './repository'
import type { BulkSpec } from './spec'

export interface DryRunCall<T, Context = UserCodeContext> {
  context: Context
  author: Author & Pick<Acting, 'personId'>
  /** Null for a call without an `Idempotency-Key`. */
  repeat: IdempotentCall | null
  present: (db: Db, run: Run) => Promise<T>
}

/** What is known of a run once its rows are written. */
export interface Judged {
  spec: BulkSpec
  state: 'mapping' | 'ready'
}

/**
 * Writes the rows of a run with what was found; nothing else changes.
 * @param judge writes them, each checked
 */
export async function dryRun<T>(
  {
    context: { database, clock },
    author,
    repeat,
    present,
  }: DryRunCall<T, Pick<UserCodeContext, 'database' | 'clock'>>,
  spec: BulkSpec,
  judge: (id: string) => Promise<Judged>,
): Promise<StoredResponse<T>> {
  const { db } = database
  const { kind } = spec
  const id = await insertRun(db, { userId: author.ownerId, by: author.by, kind, spec })
  try {
    const judged = await judge(id)
    return await database.transaction(async (tx) => {
      const show = async () => {
        await updateRun(tx, id, { spec: judged.spec })
        await showRun(tx, id, judged.state)
        return { statusCode: 201, body: await present(tx, await findOwn(tx, author, id)) }
      }
      return repeat ? runIdempotent(tx, repeat, clock.now(), show) : show()
    })
  } finally {
    // One that failed, or whose call was answered before.
    if (await isUnshown(db, id)) await deleteRun(db, id)
    for (const old of await findSurplus(db, author.ownerId, kind)) await deleteRun(db, old)
  }
}

/**
 * Judges new codes, or codes of a selection.
 * @throws AppError ValidationError, BatchTooLarge
 */
export async function dryRunOfCodes<T>(call: DryRunCall<T>, input: WithoutFile): Promise<StoredResponse<T>> {
  const { context, author } = call
  const rows = rowsOf(input)
  const change = await changeOf(context, author, input)
  return dryRun(call, change, async (id) => {
    const judging = {
      context,
      userId: author.ownerId,
      id,
      design: await DesignCheck.of(context, author.ownerId),
    }
    if (change.kind === 'create') await judgeNew(judging, change, rows, 'range' in input && !!input.range)
    else if ('selection' in input) await judgeSelected(judging, change, input.selection)
    const hasDesign = change.kind === 'create' || change.kind === 'design'
    return {
      spec: { ...change, ...(hasDesign && { designPasses: await judging.design.passes() }) },
      state: 'ready',
    }
  })
}
