import { MAX_ROWS_AT_ONCE, type StartBulkRun } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { recordAct } from '../../platform/history'
import { type Acting, may, refuseUnverified } from '../../platform/http/acting'
import { requestRun } from '../../platform/jobs'
import type { ChunkedWork } from '../../platform/jobs/chunks'
import { nextTurn } from '../../platform/next-turn'
import { addonOf, idRefused, reserveIds } from '../user-codes'
import { CHUNK, doChunk, undoChunk } from './chunk'
import { refuseKnown } from './create/known-rows'
import { problemsOf } from './problems'
import {
  addCounts,
  countRunning,
  findOwn,
  findToGoOn,
  lockOwn,
  lockToGoOn,
  type Run,
  updateRun,
} from './repository'
import type { RunContext } from './results'
import { findOwnIds, type RowResult, updateRows } from './rows-repository'
import type { BulkSpec } from './spec'

export const BULK_JOB = 'bulk-runs'

/** Runs of an account that the job does at the same time. */
const MAX_RUNNING = 3
const RUNNING_RETRY_SECONDS = 30
/** Ids that are looked up together. */
const IDS_AT_ONCE = 500

type Own = Pick<Acting, 'ownerId' | 'by' | 'mustVerifyEmail' | 'personId' | 'role' | 'scopes'>

/**
 * Starts a run, or resumes a stopped one: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, BatchExpired, DesignNotScannable, ExceedLimitation, PurchaseFailure,
 * TooManyRequests
 */
export async function startRun(
  context: RunContext,
  author: Own,
  id: string,
  { mode, scanAnyway, leavesOutKnown }: StartBulkRun,
): Promise<Run> {
  const { database } = context
  let refused: RowResult[] = []
  await database
    .transaction(async (tx) => {
      const found = await lockOwn(tx, author, id)
      if (found.state === 'running' || found.state === 'done') return
      const run = leavesOutKnown ? await withoutKnown(tx, found) : found
      await refuseStart(tx, context, author, run, { mode, scanAnyway })
      const spec = { ...ofCaller(run.spec, author), mode }
      await updateRun(tx, id, { state: 'running', spec, startedAt: 'now', endedAt: null, stopReason: null })
      if (run.state === 'ready') await recordStart(tx, author, spec, run.ready)
      if (run.ready <= MAX_ROWS_AT_ONCE) {
        refused = await doChunk(tx, context, { ...run, spec }, MAX_ROWS_AT_ONCE)
        if (refused.length > 0 && mode === 'all') throw new AppError('BatchNotReady')
        return
      }
      await refuseMoreRunning(tx, author.ownerId)
      if (spec.kind !== 'create') return
      refused = await reserveAll(tx, run)
      if (refused.length > 0 && mode === 'all') throw new AppError('BatchNotReady')
      if (refused.length > 0) await skipRows(tx, id, refused)
    })
    .catch(async (error) => {
      // All or none: the dry run now says why.
      if (error instanceof AppError && error.code === 'BatchNotReady' && refused.length > 0)
        await database.transaction((tx) => skipReady(tx, author, id, refused))
      throw error
    })
  return goingOn(context, author, id)
}

/** One act of each workspace that it concerns, however many chunks it takes. */
async function recordStart(tx: Db, author: Own, spec: BulkSpec, count: number): Promise<void> {
  const { kind } = spec
  if (kind !== 'move') return recordAct(tx, author, { action: 'bulk-started', details: { count, kind } })
  await recordAct(tx, author, { action: 'codes-moved-out', subject: spec.toName, details: { count } })
  const there = { ...author, ownerId: spec.to }
  await recordAct(tx, there, { action: 'codes-moved-in', subject: spec.fromName, details: { count } })
}

/**
 * What a run does in the name of who starts it, or takes it back.
 * @throws AppError Forbidden for a move by somebody who may move nothing
 */
function ofCaller(spec: BulkSpec, author: Own): BulkSpec {
  if (spec.kind !== 'move') return spec
  if (!may(author, 'codes:move')) throw new AppError('Forbidden')
  return { ...spec, personId: author.personId }
}

/** A run whose rows of codes that are there are skipped; those that were skipped before decide about `all`. */
async function withoutKnown(tx: Db, run: Run): Promise<Run> {
  if (run.state !== 'ready' || run.kind !== 'create') return run
  const known = await refuseKnown(tx, run.id)
  await addCounts(tx, run.id, { ready: -known, skipped: known })
  return { ...run, ready: run.ready - known }
}

async function refuseStart(
  tx: Db,
  { quotas }: RunContext,
  author: Own,
  { state, spec, ready, skipped, isExpired }: Run,
  { mode, scanAnyway }: Pick<StartBulkRun, 'mode' | 'scanAnyway'>,
): Promise<void> {
  if (state !== 'ready' && state !== 'stopped') throw new AppError('BatchNotReady')
  if (state === 'ready' && isExpired) throw new AppError('BatchExpired')
  if (ready === 0 || (mode === 'all' && skipped > 0)) throw new AppError('BatchNotReady')
  if (spec.designPasses === false && !scanAnyway)
    throw new AppError('DesignNotScannable', { qrCustomSettings: 'not-scannable' })
  const addon = addonOfChange(spec)
  if (addon === null) return
  refuseUnverified(author)
  const room = await quotas.room(tx, author.ownerId, addon)
  if (room?.isPastDue) throw new AppError('PurchaseFailure')
  // A file may have codes of both lists: each chunk looks at its own.
  if (spec.kind === 'create' && room && room.used + ready > room.limit) throw new AppError('ExceedLimitation')
}

/** The quota that its codes count against; null for a kind that makes none. */
export const addonOfChange = (spec: BulkSpec) =>
  spec.kind === 'create' || spec.kind === 'import'
    ? addonOf(spec.kind === 'import' || spec.isDynamicCode ? 'dynamic-code' : 'static-code')
    : null

async function refuseMoreRunning(tx: Db, userId: string): Promise<void> {
  // The run itself counts by now.
  if ((await countRunning(tx, userId)) > MAX_RUNNING)
    throw new AppError('TooManyRequests', undefined, RUNNING_RETRY_SECONDS)
}

/** Keeps all ids that the rows ask for; answers the rows that cannot have theirs. */
async function reserveAll(tx: Db, { id, userId }: Run): Promise<RowResult[]> {
  const refused: RowResult[] = []
  for (let after = 0; ; ) {
    const rows = await findOwnIds(tx, id, after, IDS_AT_ONCE)
    const lost = await reserveIds(
      tx,
      userId,
      rows.map(({ dynamicId }) => dynamicId),
    )
    for (const { row, dynamicId } of rows) {
      const reason = lost.get(dynamicId.toLowerCase())
      if (reason) refused.push({ row, outcome: 'skipped', problems: problemsOf(idRefused(reason)) })
    }
    if (rows.length < IDS_AT_ONCE) return refused
    after = rows.at(-1)?.row ?? 0
    await nextTurn()
  }
}

async function skipRows(tx: Db, id: string, rows: readonly RowResult[]): Promise<void> {
  await updateRows(
    tx,
    id,
    rows.map((row) => ({ ...row, outcome: 'skipped' as const })),
  )
  await addCounts(tx, id, { ready: -rows.length, skipped: rows.length })
}

/** Those that nobody dealt with since. */
async function skipReady(tx: Db, author: Own, id: string, rows: readonly RowResult[]): Promise<void> {
  const run = await lockOwn(tx, author, id)
  if (run.state === 'ready' || run.state === 'stopped') await skipRows(tx, id, rows)
}

/**
 * Stops a running run after its chunk. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady
 */
export function stopRun({ database }: RunContext, author: Own, id: string): Promise<Run> {
  return database.transaction(async (tx) => {
    const { state } = await lockOwn(tx, author, id)
    if (state === 'running') await updateRun(tx, id, { state: 'stopped', endedAt: 'now' })
    else if (state !== 'stopped' && state !== 'done') throw new AppError('BatchNotReady')
    return findOwn(tx, author, id)
  })
}

/**
 * Takes back what a run did: up to 200 rows in one transaction, more by the job. Repeated without harm.
 * @throws AppError NotFound, BatchNotReady, BatchExpired, ExceedLimitation, PurchaseFailure, TooManyRequests
 */
export async function undoRun(context: RunContext, author: Own, id: string): Promise<Run> {
  await context.database.transaction(async (tx) => {
    const run = await lockOwn(tx, author, id)
    if (run.state === 'undoing' || run.state === 'undone') return
    if (run.state !== 'done' && run.state !== 'stopped') throw new AppError('BatchNotReady')
    if (run.isExpired) throw new AppError('BatchExpired')
    const spec = ofCaller(run.spec, author)
    await updateRun(tx, id, { state: 'undoing', spec, stopReason: null })
    await recordAct(tx, author, { action: 'bulk-undone', details: { count: run.done } })
    if (run.done <= MAX_ROWS_AT_ONCE) await undoChunk(tx, context, { ...run, spec }, MAX_ROWS_AT_ONCE)
    else await refuseMoreRunning(tx, author.ownerId)
  })
  return goingOn(context, author, id)
}

async function goingOn({ database }: RunContext, author: Own, id: string): Promise<Run> {
  const run = await findOwn(database.db, author, id)
  if (run.state === 'running' || run.state === 'undoing') await requestRun(database.db, BULK_JOB)
  return run
}

/** How the job does runs. */
export const bulkWork = (context: RunContext): ChunkedWork<Run> => ({
  findToGoOn,
  lock: lockToGoOn,
  async doChunk(tx, run) {
    if (run.state === 'undoing') return undoChunk(tx, context, run, CHUNK)
    const failed = await doChunk(tx, context, run, CHUNK)
    if (failed.length > 0 && run.spec.mode === 'all' && run.ready > CHUNK)
      await updateRun(tx, run.id, { state: 'stopped', endedAt: 'now', stopReason: 'ValidationError' })
  },
  async stop(tx, { id, state }, stopReason) {
    // What was undone so far stays undone; the rest can be undone later.
    await updateRun(tx, id, { state: state === 'undoing' ? 'done' : 'stopped', endedAt: 'now', stopReason })
  },
})
