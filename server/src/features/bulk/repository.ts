import { BATCH_UNDO_HOURS } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import type { RowInput } from './batch'
import { codeBatches, codeBatchRows } from './table'

export type NewBatch = typeof codeBatches.$inferInsert
type StoredBatch = typeof codeBatches.$inferSelect
export type BatchRow = StoredBatch & {
  /** Too old to be started, or undone. */
  isExpired: boolean
  first: RowLabel
  last: RowLabel
}
/** What a row is called; null for a batch whose rows are not written yet. */
type RowLabel = Pick<RowInput, 'name' | 'dynamicId'> | null
export type Counts = Partial<
  Record<'ready' | 'refused' | 'done' | 'failed' | 'undone' | 'kept' | 'warned', number>
>

/** Dry runs of an account that wait to be started; the oldest goes for one more. */
const MAX_READY = 20

const labelOf = (row: SQL) => sql<RowLabel>`(
  select jsonb_build_object('name', input->'name', 'dynamicId', input->'dynamicId')
  from code_batch_rows where batch_id = code_batches.id and row = ${row}
)`

const wholeBatch = {
  ...getTableColumns(codeBatches),
  isExpired: sql<boolean>`coalesce(${codeBatches.endedAt}, ${codeBatches.createdAt})
    < now() - make_interval(hours => ${BATCH_UNDO_HOURS})`,
  first: labelOf(sql`1`),
  last: labelOf(sql`code_batches.total`),
}
const isShown = ne(codeBatches.state, 'checking')
const ownBatch = (userId: string, id: string) =>
  and(eq(codeBatches.userId, userId), eq(codeBatches.id, id), isShown)

/** One that is not shown yet. */
export async function insertBatch(db: Db, batch: Omit<NewBatch, 'state'>): Promise<string> {
  const [row] = await db
    .insert(codeBatches)
    .values({ ...batch, state: 'checking' })
    .returning({ id: codeBatches.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

export async function findBatch(db: Db, userId: string, id: string): Promise<BatchRow | null> {
  const [row] = await db.select(wholeBatch).from(codeBatches).where(ownBatch(userId, id))
  return row ?? null
}

/** As `findBatch`; nobody else works on it until the transaction ends. */
export async function lockBatch(tx: Db, userId: string, id: string): Promise<BatchRow | null> {
  const [row] = await tx.select(wholeBatch).from(codeBatches).where(ownBatch(userId, id)).for('update')
  return row ?? null
}

/** A batch that is to go on; null while somebody else works on it, and once it is over. */
export async function lockToGoOn(tx: Db, id: string): Promise<BatchRow | null> {
  const [row] = await tx
    .select(wholeBatch)
    .from(codeBatches)
    .where(and(eq(codeBatches.id, id), inArray(codeBatches.state, ['running', 'undoing'])))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Those that are to go on, in the order in which they were started. */
export async function findToGoOn(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: codeBatches.id })
    .from(codeBatches)
    .where(sql`state in ('running', 'undoing')`)
    .orderBy(codeBatches.startedAt)
    .limit(1000)
  return rows.map(({ id }) => id)
}

/** How many of an account the job has to do. */
export const countRunning = (db: Db, userId: string): Promise<number> =>
  db.$count(
    codeBatches,
    and(eq(codeBatches.userId, userId), inArray(codeBatches.state, ['running', 'undoing'])),
  )

interface Behind {
  /** The batch before the first of these; null for the newest ones. */
  behind: string | null
  limit: number
  /** Leaves out dry runs that nobody started. */
  isStarted?: boolean
}

/** Batches of an owner, the newest first. */
export async function findBatchesBehind(
  db: Db,
  userId: string,
  { behind, limit, isStarted = false }: Behind,
): Promise<BatchRow[]> {
  const further = sql`(${codeBatches.createdAt}, ${codeBatches.id})
    < (select created_at, id from code_batches where id = ${behind} and user_id = ${userId})`
  return db
    .select(wholeBatch)
    .from(codeBatches)
    .where(
      and(
        eq(codeBatches.userId, userId),
        isStarted ? notInArray(codeBatches.state, ['checking', 'ready']) : isShown,
        behind === null ? undefined : further,
      ),
    )
    .orderBy(desc(codeBatches.createdAt), desc(codeBatches.id))
    .limit(limit)
}

type Edit = Partial<Pick<StoredBatch, 'state' | 'spec' | 'stopReason'>> & {
  /** Sets the time of the database. */
  startedAt?: 'now'
  endedAt?: 'now' | null
}

export async function updateBatch(db: Db, id: string, { startedAt, endedAt, ...edit }: Edit): Promise<void> {
  await db
    .update(codeBatches)
    .set({
      ...edit,
      ...(startedAt && { startedAt: sql`now()` }),
      ...(endedAt !== undefined && { endedAt: endedAt === null ? null : sql`now()` }),
    })
    .where(eq(codeBatches.id, id))
}

/** Adds to the numbers of rows by outcome. */
export async function addCounts(db: Db, id: string, counts: Counts): Promise<void> {
  const set = Object.entries(counts).map(([name, more]) => {
    const column = codeBatches[name as keyof Counts]
    return [name, sql`${column} + ${more}::int`]
  })
  if (set.length > 0) await db.update(codeBatches).set(Object.fromEntries(set)).where(eq(codeBatches.id, id))
}

/** Shows a batch whose rows are written, with their numbers. */
export async function showBatch(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`update code_batches set state = 'ready', total = counted.total, ready = counted.ready,
      refused = counted.total - counted.ready, warned = counted.warned
    from (
      select count(*)::int as total, count(*) filter (where outcome = 'ready')::int as ready,
        count(*) filter (where problems @> '[{"isWarning": true}]')::int as warned
      from code_batch_rows where batch_id = ${id}
    ) as counted
    where id = ${id}`)
}

/** Whether a batch was never shown. */
export const isUnshown = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(codeBatches, and(eq(codeBatches.id, id), eq(codeBatches.state, 'checking')))) > 0

/** Dry runs of an account beyond those that may wait. */
export async function findSurplus(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: codeBatches.id })
    .from(codeBatches)
    .where(and(eq(codeBatches.userId, userId), eq(codeBatches.state, 'ready')))
    .orderBy(desc(codeBatches.createdAt), desc(codeBatches.id))
    .offset(MAX_READY)
  return rows.map(({ id }) => id)
}

/** What is kept no longer: 30 days after the end, a day when it was never started, an hour of an unfinished check. */
export async function findOld(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from code_batches
      where ended_at < ${TRUSTED_NOW} - interval '30 days'
        or (state = 'ready' and created_at < ${TRUSTED_NOW} - interval '24 hours')
        or (state = 'checking' and created_at < ${TRUSTED_NOW} - interval '1 hour')
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

export async function batchIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: codeBatches.id }).from(codeBatches).where(eq(codeBatches.userId, userId))
  return rows.map(({ id }) => id)
}

/** Rows of one statement. */
const DELETED_AT_ONCE = 1000

/** The rows in parts, and last the batch, so that what is left of a deletion is found again. */
export async function deleteBatch(db: Db, id: string): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const some = db
      .select({ row: codeBatchRows.row })
      .from(codeBatchRows)
      .where(eq(codeBatchRows.batchId, id))
      .limit(DELETED_AT_ONCE)
    const rows = await db
      .delete(codeBatchRows)
      .where(and(eq(codeBatchRows.batchId, id), inArray(codeBatchRows.row, some)))
      .returning({ row: codeBatchRows.row })
    deleted = rows.length
  }
  await db.delete(codeBatches).where(eq(codeBatches.id, id))
}
