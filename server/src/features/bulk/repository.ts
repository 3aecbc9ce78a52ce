import { BULK_ROW_DAYS, BULK_UNDO_HOURS, DRY_RUN_HOURS } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../../platform/app-error'
import { type Db, query } from '../../platform/db/database'
import type { Author } from '../../platform/http/acting'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import type { RowInput } from './spec'
import { bulkRows, bulkRuns } from './table'

type StoredRun = typeof bulkRuns.$inferSelect
export type Run = StoredRun & {
  /** Too old to be started, or undone. */
  isExpired: boolean
  first: RowLabel
  last: RowLabel
}
/** What a row is called; null for a run whose rows are not written yet, or are gone. */
type RowLabel = Pick<RowInput, 'name' | 'dynamicId'> | null
export type Counts = Partial<
  Record<'ready' | 'skipped' | 'done' | 'failed' | 'undone' | 'retained' | 'warned', number>
>

/** Dry runs of an account that wait to be started, those of files separately; the oldest makes room for one more. */
const MAX_WAITING = 20
/** Months for which an import is told of, and its columns are remembered. */
const IMPORT_MONTHS = 12

const labelOf = (row: SQL) => sql<RowLabel>`(
  select jsonb_build_object('name', input->'name', 'dynamicId', input->'dynamicId')
  from bulk_rows where run_id = bulk_runs.id and row = ${row}
)`

const isImport = sql`bulk_runs.kind = 'import'`
/** The rows of a file are kept longer than those that somebody typed, and it can be started as long. */
const waitsFor = sql`case when ${isImport} then make_interval(days => ${BULK_ROW_DAYS})
  else make_interval(hours => ${DRY_RUN_HOURS}) end`
const waits = sql`bulk_runs.state in ('mapping', 'ready')`
const isMoving = inArray(bulkRuns.state, ['running', 'undoing'])
const isShown = ne(bulkRuns.state, 'checking')

const wholeRun = {
  ...getTableColumns(bulkRuns),
  isExpired: sql<boolean>`case when ${waits} then bulk_runs.created_at < now() - ${waitsFor}
    else coalesce(bulk_runs.ended_at, bulk_runs.created_at) < now() - make_interval(hours => ${BULK_UNDO_HOURS}) end`,
  first: labelOf(sql`1`),
  last: labelOf(sql`bulk_runs.total`),
}
const ownRun = (db: Db, { ownerId: userId }: Pick<Author, 'ownerId'>, id: string) =>
  db
    .select(wholeRun)
    .from(bulkRuns)
    .where(and(eq(bulkRuns.userId, userId), eq(bulkRuns.id, id), isShown))

/** One that is not shown yet. */
export async function insertRun(
  db: Db,
  run: Pick<StoredRun, 'userId' | 'by' | 'kind' | 'spec'>,
): Promise<string> {
  const [row] = await db
    .insert(bulkRuns)
    .values({ ...run, state: 'checking' })
    .returning({ id: bulkRuns.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** @throws AppError NotFound */
export async function findOwn(db: Db, author: Pick<Author, 'ownerId'>, id: string): Promise<Run> {
  const [run] = await ownRun(db, author, id)
  if (!run) throw new AppError('NotFound')
  return run
}

/** As `findOwn`; nobody else works on it until the transaction ends. */
export async function lockOwn(tx: Db, author: Pick<Author, 'ownerId'>, id: string): Promise<Run> {
  const [run] = await ownRun(tx, author, id).for('update')
  if (!run) throw new AppError('NotFound')
  return run
}

/** A run to continue; null while somebody else works on it, and once it is over. */
export async function lockToGoOn(tx: Db, id: string): Promise<Run | null> {
  const [run] = await tx
    .select(wholeRun)
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, id), isMoving))
    .for('update', { skipLocked: true })
  return run ?? null
}

/** Those to continue, in the order in which they were started. */
export async function findToGoOn(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(sql`state in ('running', 'undoing')`)
    .orderBy(bulkRuns.startedAt)
    .limit(1000)
  return rows.map(({ id }) => id)
}

/** How many of an account the job has to do. */
export const countRunning = (db: Db, userId: string): Promise<number> =>
  db.$count(bulkRuns, and(eq(bulkRuns.userId, userId), isMoving))

interface Behind {
  /** The run before the first of these; null for the newest ones. */
  behind: string | null
  limit: number
  /** Leaves out dry runs that nobody started, but for files. */
  isListed?: boolean
  /** Only imports, or all but them. */
  isImport?: boolean | undefined
}

/** Runs of an owner, the newest first. */
export async function findRunsBehind(
  db: Db,
  userId: string,
  { behind, limit, isListed = false, ...filter }: Behind,
): Promise<Run[]> {
  const further = sql`(bulk_runs.created_at, bulk_runs.id)
    < (select created_at, id from bulk_runs before where before.id = ${behind} and before.user_id = ${userId})`
  return db
    .select(wholeRun)
    .from(bulkRuns)
    .where(
      and(
        eq(bulkRuns.userId, userId),
        isShown,
        isListed ? or(isImport, sql`not ${waits}`) : undefined,
        filter.isImport === undefined ? undefined : sql`(${isImport}) = ${filter.isImport}`,
        behind === null ? undefined : further,
      ),
    )
    .orderBy(desc(bulkRuns.createdAt), desc(bulkRuns.id))
    .limit(limit)
}

type Edit = Partial<Pick<StoredRun, 'state' | 'spec' | 'stopReason'>> & {
  /** Sets the time of the database. */
  startedAt?: 'now' | null
  endedAt?: 'now' | null
}

const timeOf = (at: 'now' | null) => (at === null ? null : sql`now()`)

export async function updateRun(db: Db, id: string, { startedAt, endedAt, ...edit }: Edit): Promise<void> {
  await db
    .update(bulkRuns)
    .set({
      ...edit,
      ...(startedAt !== undefined && { startedAt: timeOf(startedAt) }),
      ...(endedAt !== undefined && { endedAt: timeOf(endedAt) }),
    })
    .where(eq(bulkRuns.id, id))
}

/** Adds to the numbers of rows by outcome. */
export async function addCounts(db: Db, id: string, counts: Counts): Promise<void> {
  const set = Object.entries(counts).map(([name, more]) => {
    const column = bulkRuns[name as keyof Counts]
    return [name, sql`${column} + ${more}::int`]
  })
  if (set.length > 0) await db.update(bulkRuns).set(Object.fromEntries(set)).where(eq(bulkRuns.id, id))
}

/** Shows a run whose rows are checked, with their numbers. */
export async function showRun(tx: Db, id: string, state: 'mapping' | 'ready'): Promise<void> {
  await tx.execute(sql`update bulk_runs set state = ${state}, started_at = null, total = counted.total,
      ready = counted.ready, skipped = counted.total - counted.ready, warned = counted.warned
    from (
      select count(*)::int as total, count(*) filter (where outcome = 'ready')::int as ready,
        count(*) filter (where problems @> '[{"isWarning": true}]')::int as warned
      from bulk_rows where run_id = ${id}
    ) as counted
    where id = ${id}`)
}

/** Whether a run was never shown. */
export const isUnshown = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(bulkRuns, and(eq(bulkRuns.id, id), eq(bulkRuns.state, 'checking')))) > 0

/** Dry runs of an account beyond those that may wait, of files or of all others. */
export async function findSurplus(db: Db, userId: string, kind: StoredRun['kind']): Promise<string[]> {
  const rows = await db
    .select({ id: bulkRuns.id })
    .from(bulkRuns)
    .where(and(eq(bulkRuns.userId, userId), waits, sql`(${isImport}) = ${kind === 'import'}`))
    .orderBy(desc(bulkRuns.createdAt), desc(bulkRuns.id))
    .offset(MAX_WAITING)
  return rows.map(({ id }) => id)
}

/**
 * What is kept no longer: with its rows, an import months after; what was never started when it can be started no longer; an
 * hour of an unfinished check.
 */
export async function findOld(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from bulk_runs where case
        when state = 'checking' then coalesce(started_at, created_at) < ${TRUSTED_NOW} - interval '1 hour'
        when ${waits} then created_at < ${TRUSTED_NOW} - ${waitsFor}
        else ended_at < ${TRUSTED_NOW} - case when ${isImport} then make_interval(months => ${IMPORT_MONTHS})
          else make_interval(days => ${BULK_ROW_DAYS}) end
      end
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

/** Runs that are told of longer than their rows are kept, as far as they still have some. */
export async function findWithOldRows(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from bulk_runs
      where ended_at < ${TRUSTED_NOW} - make_interval(days => ${BULK_ROW_DAYS})
        and state in ('stopped', 'done', 'undone')
        and exists (select from bulk_rows where run_id = bulk_runs.id)
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

export async function runIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: bulkRuns.id }).from(bulkRuns).where(eq(bulkRuns.userId, userId))
  return rows.map(({ id }) => id)
}

/** Rows of one statement. */
const DELETED_AT_ONCE = 1000

export async function deleteRows(db: Db, id: string): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const some = db
      .select({ row: bulkRows.row })
      .from(bulkRows)
      .where(eq(bulkRows.runId, id))
      .limit(DELETED_AT_ONCE)
    const rows = await db
      .delete(bulkRows)
      .where(and(eq(bulkRows.runId, id), inArray(bulkRows.row, some)))
      .returning({ row: bulkRows.row })
    deleted = rows.length
  }
}

/** The rows in parts, and last the run, so that what is left of a deletion is found again. */
export async function deleteRun(db: Db, id: string): Promise<void> {
  await deleteRows(db, id)
  await db.delete(bulkRuns).where(eq(bulkRuns.id, id))
}
