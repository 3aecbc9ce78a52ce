import { MAX_ROWS_AT_ONCE } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { refuseUnverified, type SessionUser } from '../../platform/http/session'
import { requestRun } from '../../platform/jobs'
import type { ChunkedWork } from '../../platform/jobs/chunks'
import { addonOf } from '../user-codes'
import {
  countRunning,
  findImport,
  findToGoOn,
  type ImportRow,
  lockImport,
  lockToGoOn,
  updateImport,
} from './repository'
import { CHUNK, type RunContext, runChunk } from './run'
import { undoChunk } from './undo'

export const IMPORT_JOB = 'imports'

/** Imports of an account that the job does at the same time. */
const MAX_RUNNING = 3
const RUNNING_RETRY_SECONDS = 30

export type Own = Pick<SessionUser, 'id' | 'mustVerifyEmail'>

/** How the job does imports. */
export const importWork = (context: RunContext): ChunkedWork<ImportRow> => ({
  findToGoOn,
  lock: lockToGoOn,
  doChunk: (tx, work) =>
    work.state === 'undoing' ? undoChunk(tx, work, CHUNK) : runChunk(tx, context, work, CHUNK),
  async stop(tx, { id, state }, stopReason) {
    // What was undone so far stays undone; the rest can be undone later.
    await updateImport(tx, id, {
      state: state === 'undoing' ? 'done' : 'stopped',
      endedAt: 'now',
      stopReason,
    })
  },
})

/**
 * Starts an import, or lets a stopped one go on: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, PurchaseFailure, ExceedLimitation, TooManyRequests
 */
export async function runImport(context: RunContext, user: Own, id: string): Promise<ImportRow> {
  const { database, quotas } = context
  await database.transaction(async (tx) => {
    const work = await lockOwn(tx, user, id)
    if (work.state === 'running' || work.state === 'done') return
    if (work.state !== 'ready' && work.state !== 'stopped') throw new AppError('BatchNotReady')
    const ready = work.counts.outcomes.ready ?? 0
    if (ready === 0) throw new AppError('BatchNotReady')
    refuseUnverified(user)
    const room = await quotas.room(tx, user.id, addonOf('dynamic-code'))
    if (room?.isPastDue) throw new AppError('PurchaseFailure')
    await updateImport(tx, id, { state: 'running', startedAt: 'now', endedAt: null, stopReason: null })
    if (ready <= MAX_ROWS_AT_ONCE) await runChunk(tx, context, work, MAX_ROWS_AT_ONCE)
    else await refuseMoreRunning(tx, user.id)
  })
  return goingOn(context, user, id)
}

/**
 * Stops a running import after its chunk. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady
 */
export function stopImport({ database }: RunContext, user: Own, id: string): Promise<ImportRow> {
  return database.transaction(async (tx) => {
    const { state } = await lockOwn(tx, user, id)
    if (state === 'running') await updateImport(tx, id, { state: 'stopped', endedAt: 'now' })
    else if (state !== 'stopped' && state !== 'done') throw new AppError('BatchNotReady')
    return findOwn(tx, user, id)
  })
}

/**
 * Takes back what an import made: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, BatchExpired, TooManyRequests
 */
export async function undoImport(context: RunContext, user: Own, id: string): Promise<ImportRow> {
  await context.database.transaction(async (tx) => {
    const work = await lockOwn(tx, user, id)
    if (work.state === 'undoing' || work.state === 'undone') return
    if (work.state !== 'done' && work.state !== 'stopped') throw new AppError('BatchNotReady')
    if (work.isOver) throw new AppError('BatchExpired')
    await updateImport(tx, id, { state: 'undoing', stopReason: null })
    if ((work.counts.outcomes.done ?? 0) <= MAX_ROWS_AT_ONCE) await undoChunk(tx, work, MAX_ROWS_AT_ONCE + 1)
    else await refuseMoreRunning(tx, user.id)
  })
  return goingOn(context, user, id)
}

async function refuseMoreRunning(tx: Db, userId: string): Promise<void> {
  // The import itself counts by now.
  if ((await countRunning(tx, userId)) > MAX_RUNNING)
    throw new AppError('TooManyRequests', undefined, RUNNING_RETRY_SECONDS)
}

async function goingOn({ database }: RunContext, user: Own, id: string): Promise<ImportRow> {
  const work = await findOwn(database.db, user, id)
  if (work.state === 'running' || work.state === 'undoing') await requestRun(database.db, IMPORT_JOB)
  return work
}

/** @throws AppError NotFound */
export async function findOwn(db: Db, user: Pick<SessionUser, 'id'>, id: string): Promise<ImportRow> {
  const work = await findImport(db, user.id, id)
  if (!work) throw new AppError('NotFound')
  return work
}

/** As `findOwn`; nobody else works on it until the transaction ends. */
export async function lockOwn(tx: Db, user: Pick<SessionUser, 'id'>, id: string): Promise<ImportRow> {
  const work = await lockImport(tx, user.id, id)
  if (!work) throw new AppError('NotFound')
  return work
}
