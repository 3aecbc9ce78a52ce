import { MAX_ROWS_AT_ONCE, type StartBatch } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { refuseUnverified, type SessionUser } from '../../platform/http/session'
import { requestRun } from '../../platform/jobs'
import type { ChunkedWork } from '../../platform/jobs/chunks'
import { nextTurn } from '../../platform/next-turn'
import { addonOf, reserveIds } from '../user-codes'
import type { ChangeOf } from './batch'
import { refuseKnown } from './known-rows'
import {
  addCounts,
  type BatchRow,
  countRunning,
  findBatch,
  findToGoOn,
  lockBatch,
  lockToGoOn,
  updateBatch,
} from './repository'
import { findOwnIds, type RowResult, updateRows } from './rows-repository'
import { CHUNK, type RunContext, runChunk } from './run'
import { undoChunk } from './undo'

export const BATCH_JOB = 'code-batches'

/** Batches of an account that the job does at the same time. */
const MAX_RUNNING = 3
const RUNNING_RETRY_SECONDS = 30
/** Ids that are looked up together. */
const IDS_AT_ONCE = 500

type Own = Pick<SessionUser, 'id' | 'mustVerifyEmail'>

/**
 * Starts a batch, or lets a stopped one go on: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, BatchExpired, DesignNotScannable, ExceedLimitation, PurchaseFailure,
 * TooManyRequests
 */
export async function startBatch(
  context: RunContext,
  user: Own,
  id: string,
  { mode, scanAnyway, leavesOutKnown }: StartBatch,
): Promise<BatchRow> {
  const { database } = context
  let refused: RowResult[] = []
  await database
    .transaction(async (tx) => {
      const found = await lockOwn(tx, user, id)
      if (found.state === 'running' || found.state === 'done') return
      const batch = leavesOutKnown ? await withoutKnown(tx, found) : found
      await refuseStart(tx, context, user, batch, { mode, scanAnyway })
      const spec = { ...batch.spec, mode }
      await updateBatch(tx, id, { state: 'running', spec, startedAt: 'now', endedAt: null, stopReason: null })
      if (batch.ready <= MAX_ROWS_AT_ONCE) {
        refused = await runChunk(tx, context, { ...batch, spec }, MAX_ROWS_AT_ONCE)
        if (refused.length > 0 && mode === 'all') throw new AppError('BatchNotReady')
        return
      }
      await refuseMoreRunning(tx, user.id)
      if (spec.kind !== 'create') return
      refused = await reserveAll(tx, batch)
      if (refused.length > 0 && mode === 'all') throw new AppError('BatchNotReady')
      if (refused.length > 0) await refuseRows(tx, id, refused)
    })
    .catch(async (error) => {
      // All or none: the dry run now says why.
      if (error instanceof AppError && error.code === 'BatchNotReady' && refused.length > 0)
        await database.transaction((tx) => refuseReady(tx, user, id, refused))
      throw error
    })
  const batch = await findOwn(database.db, user, id)
  if (batch.state === 'running') await requestRun(database.db, BATCH_JOB)
  return batch
}

/** A batch whose rows of codes that are there are refused; those that were refused before decide about `all`. */
async function withoutKnown(tx: Db, batch: BatchRow): Promise<BatchRow> {
  if (batch.state !== 'ready' || batch.kind !== 'create') return batch
  const known = await refuseKnown(tx, batch.id)
  await addCounts(tx, batch.id, { ready: -known, refused: known })
  return { ...batch, ready: batch.ready - known }
}

async function refuseStart(
  tx: Db,
  { quotas }: RunContext,
  user: Own,
  batch: BatchRow,
  { mode, scanAnyway }: Pick<StartBatch, 'mode' | 'scanAnyway'>,
): Promise<void> {
  const { state, spec, ready } = batch
  if (state !== 'ready' && state !== 'stopped') throw new AppError('BatchNotReady')
  if (state === 'ready' && batch.isExpired) throw new AppError('BatchExpired')
  if (ready === 0 || (mode === 'all' && batch.refused > 0)) throw new AppError('BatchNotReady')
  if (spec.designPasses === false && !scanAnyway)
    throw new AppError('DesignNotScannable', { qrCustomSettings: 'not-scannable' })
  if (spec.kind !== 'create') return
  refuseUnverified(user)
  const room = await quotas.room(tx, user.id, addonOfChange(spec))
  if (room?.isPastDue) throw new AppError('PurchaseFailure')
  if (room && room.used + ready > room.limit) throw new AppError('ExceedLimitation')
}

export const addonOfChange = ({ isDynamicCode }: Pick<ChangeOf<'create'>, 'isDynamicCode'>) =>
  addonOf(isDynamicCode ? 'dynamic-code' : 'static-code')

async function refuseMoreRunning(tx: Db, userId: string): Promise<void> {
  // The batch itself counts by now.
  if ((await countRunning(tx, userId)) > MAX_RUNNING)
    throw new AppError('TooManyRequests', undefined, RUNNING_RETRY_SECONDS)
}

/** Keeps all ids that the rows ask for; answers the rows that cannot have theirs. */
async function reserveAll(tx: Db, { id, userId }: BatchRow): Promise<RowResult[]> {
  const refused: RowResult[] = []
  for (let after = 0; ; ) {
    const rows = await findOwnIds(tx, id, after, IDS_AT_ONCE)
    const lost = await reserveIds(
      tx,
      userId,
      rows.map(({ dynamicId }) => dynamicId),
    )
    for (const { row, dynamicId } of rows) {
      const code = lost.get(dynamicId.toLowerCase())
      if (code) refused.push({ row, outcome: 'refused', problems: [{ field: 'dynamicId', code }] })
    }
    if (rows.length < IDS_AT_ONCE) return refused
    after = rows.at(-1)?.row ?? 0
    await nextTurn()
  }
}

async function refuseRows(tx: Db, id: string, rows: readonly RowResult[]): Promise<void> {
  await updateRows(
    tx,
    id,
    rows.map((row) => ({ ...row, outcome: 'refused' as const })),
  )
  await addCounts(tx, id, { ready: -rows.length, refused: rows.length })
}

/** Those that nobody dealt with since. */
async function refuseReady(tx: Db, user: Own, id: string, rows: readonly RowResult[]): Promise<void> {
  const batch = await lockOwn(tx, user, id)
  if (batch.state === 'ready' || batch.state === 'stopped') await refuseRows(tx, id, rows)
}

/**
 * Stops a running batch after its chunk. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady
 */
export function stopBatch({ database }: RunContext, user: Own, id: string): Promise<BatchRow> {
  return database.transaction(async (tx) => {
    const { state } = await lockOwn(tx, user, id)
    if (state === 'running') await updateBatch(tx, id, { state: 'stopped', endedAt: 'now' })
    else if (state !== 'stopped' && state !== 'done') throw new AppError('BatchNotReady')
    return findOwn(tx, user, id)
  })
}

/**
 * Takes back what a batch did: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, BatchExpired, ExceedLimitation, PurchaseFailure, TooManyRequests
 */
export async function undoBatch(context: RunContext, user: Own, id: string): Promise<BatchRow> {
  const { database } = context
  const isWaiting = await database.transaction(async (tx) => {
    const batch = await lockOwn(tx, user, id)
    if (batch.state === 'undoing' || batch.state === 'undone') return batch.state === 'undoing'
    if (batch.state !== 'done' && batch.state !== 'stopped') throw new AppError('BatchNotReady')
    if (batch.isExpired) throw new AppError('BatchExpired')
    await updateBatch(tx, id, { state: 'undoing', stopReason: null })
    if (batch.done <= MAX_ROWS_AT_ONCE) {
      await undoChunk(tx, context, batch, MAX_ROWS_AT_ONCE)
      return false
    }
    await refuseMoreRunning(tx, user.id)
    return true
  })
  if (isWaiting) await requestRun(database.db, BATCH_JOB)
  return findOwn(database.db, user, id)
}

/** How the job does batches. */
export const batchWork = (context: RunContext): ChunkedWork<BatchRow> => ({
  findToGoOn,
  lock: lockToGoOn,
  async doChunk(tx, batch) {
    if (batch.state === 'undoing') return undoChunk(tx, context, batch, CHUNK)
    const failed = await runChunk(tx, context, batch, CHUNK)
    if (failed.length > 0 && batch.spec.mode === 'all' && batch.ready > CHUNK)
      await updateBatch(tx, batch.id, { state: 'stopped', endedAt: 'now', stopReason: 'ValidationError' })
  },
  async stop(tx, { id, state }, stopReason) {
    // What was undone so far stays undone; the rest can be undone later.
    await updateBatch(tx, id, { state: state === 'undoing' ? 'done' : 'stopped', endedAt: 'now', stopReason })
  },
})

/** @throws AppError NotFound */
export async function findOwn(db: Db, user: Pick<SessionUser, 'id'>, id: string): Promise<BatchRow> {
  const batch = await findBatch(db, user.id, id)
  if (!batch) throw new AppError('NotFound')
  return batch
}

/** As `findOwn`; nobody else works on it until the transaction ends. */
export async function lockOwn(tx: Db, user: Pick<SessionUser, 'id'>, id: string): Promise<BatchRow> {
  const batch = await lockBatch(tx, user.id, id)
  if (!batch) throw new AppError('NotFound')
  return batch
}
