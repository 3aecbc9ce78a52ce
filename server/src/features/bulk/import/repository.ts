import { IMPORT_ROW_DAYS, IMPORT_UNDO_HOURS, type ImportMapping, type Paging } from '@scanleaf/shared'
import { and, desc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { importRows, imports } from './table'

export type NewImport = typeof imports.$inferInsert
type StoredImport = typeof imports.$inferSelect
export type ImportRow = StoredImport & {
  /** Too late to be undone. */
  isOver: boolean
}

/** Months for which an import is told of, and its columns are remembered. */
const KEPT_MONTHS = 12

const wholeImport = {
  ...getTableColumns(imports),
  isOver: sql<boolean>`coalesce(${imports.endedAt}, now()) < now() - make_interval(hours => ${IMPORT_UNDO_HOURS})`,
}
const isShown = ne(imports.state, 'checking')
const ownImport = (userId: string, id: string) => and(eq(imports.userId, userId), eq(imports.id, id), isShown)
const isGoingOn = inArray(imports.state, ['running', 'undoing'])

export async function insertImport(db: Db, row: NewImport): Promise<string> {
  const [inserted] = await db.insert(imports).values(row).returning({ id: imports.id })
  if (!inserted) throw new Error('insert returned no row')
  return inserted.id
}

export async function findImport(db: Db, userId: string, id: string): Promise<ImportRow | null> {
  const [row] = await db.select(wholeImport).from(imports).where(ownImport(userId, id))
  return row ?? null
}

/** As `findImport`; nobody else works on it until the transaction ends. */
export async function lockImport(tx: Db, userId: string, id: string): Promise<ImportRow | null> {
  const [row] = await tx.select(wholeImport).from(imports).where(ownImport(userId, id)).for('update')
  return row ?? null
}

/** An import that is to go on; null while somebody else works on it, and once it is over. */
export async function lockToGoOn(tx: Db, id: string): Promise<ImportRow | null> {
  const [row] = await tx
    .select(wholeImport)
    .from(imports)
    .where(and(eq(imports.id, id), isGoingOn))
    .for('update', { skipLocked: true })
  return row ?? null
}

/** Those that are to go on, in the order in which they were started. */
export async function findToGoOn(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(sql`state in ('running', 'undoing')`)
    .orderBy(imports.startedAt)
    .limit(1000)
  return rows.map(({ id }) => id)
}

/** How many of an account the job has to do. */
export const countRunning = (db: Db, userId: string): Promise<number> =>
  db.$count(imports, and(eq(imports.userId, userId), isGoingOn))

/** The newest first. */
export async function listImports(db: Db, userId: string, { page, limit }: Paging) {
  const own = and(eq(imports.userId, userId), isShown)
  const rows = await db
    .select(wholeImport)
    .from(imports)
    .where(own)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .offset((page - 1) * limit)
    .limit(limit)
  return { rows, total: await db.$count(imports, own) }
}

type Edit = Partial<
  Pick<
    StoredImport,
    | 'state'
    | 'stopReason'
    | 'source'
    | 'host'
    | 'hosts'
    | 'mapping'
    | 'isMappedByHand'
    | 'unread'
    | 'enablesAll'
  >
> & {
  /** Sets the time of the database. */
  startedAt?: 'now'
  endedAt?: 'now' | null
}

export async function updateImport(db: Db, id: string, { startedAt, endedAt, ...edit }: Edit): Promise<void> {
  await db
    .update(imports)
    .set({
      ...edit,
      ...(startedAt && { startedAt: sql`now()` }),
      ...(endedAt !== undefined && { endedAt: endedAt === null ? null : sql`now()` }),
    })
    .where(eq(imports.id, id))
}

/** Counts the rows anew. */
export async function recount(db: Db, id: string): Promise<void> {
  await db.execute(sql`with
    of_rows as (select verdict, outcome, problems @> '[{"isWarning": true}]' as warned,
      problems @? '$[*] ? (@.code starts with "was-")' as was_off from import_rows where import_id = ${id}),
    by_verdict as (select verdict as name, count(*) as rows from of_rows where verdict is not null group by verdict),
    by_outcome as (select outcome as name, count(*) as rows from of_rows group by outcome)
    update imports set counts = jsonb_build_object(
      'verdicts', coalesce((select jsonb_object_agg(name, rows) from by_verdict), '{}'),
      'outcomes', coalesce((select jsonb_object_agg(name, rows) from by_outcome), '{}'),
      'warned', (select count(*) from of_rows where warned),
      'wasOff', (select count(*) from of_rows where was_off and verdict in ('kept', 'new')))
    where id = ${id}`)
}

/** The columns that were set by hand for the last file with these headers. */
export async function findMapping(db: Db, userId: string, headerKey: string) {
  const [row] = await db
    .select({ mapping: imports.mapping, source: imports.source })
    .from(imports)
    .where(and(eq(imports.userId, userId), eq(imports.headerKey, headerKey), imports.isMappedByHand))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(1)
  return (row as { mapping: ImportMapping; source: StoredImport['source'] } | undefined) ?? null
}

/** Imports that are told of no longer, and those whose check never ended. */
export async function findOld(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from imports
      where created_at < ${TRUSTED_NOW} - make_interval(months => ${KEPT_MONTHS})
        or (state = 'checking' and created_at < ${TRUSTED_NOW} - interval '1 hour')
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

/** Imports whose rows are kept no longer, as far as they still have some. */
export async function findWithOldRows(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from imports
      where created_at < ${TRUSTED_NOW} - make_interval(days => ${IMPORT_ROW_DAYS}) and state not in ('running', 'undoing')
        and exists (select from import_rows where import_id = imports.id)
      limit 100`,
  )
  return rows.map(({ id }) => id)
}

export async function importIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.select({ id: imports.id }).from(imports).where(eq(imports.userId, userId))
  return rows.map(({ id }) => id)
}

/** Rows of one statement. */
const DELETED_AT_ONCE = 1000

export async function deleteRows(db: Db, id: string): Promise<void> {
  for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE; ) {
    const some = db
      .select({ n: importRows.n })
      .from(importRows)
      .where(eq(importRows.importId, id))
      .limit(DELETED_AT_ONCE)
    const rows = await db
      .delete(importRows)
      .where(and(eq(importRows.importId, id), inArray(importRows.n, some)))
      .returning({ n: importRows.n })
    deleted = rows.length
  }
}

/** The rows in parts, and last the import, so that what is left of a deletion is found again. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await deleteRows(db, id)
  await db.delete(imports).where(eq(imports.id, id))
}
