import { type AccountExport, EXPORT_DAYS, EXPORTS_PER_DAY, type Language } from '@scanleaf/shared'
import { and, asc, desc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { type ListRecorded, recordedIn } from '../../../platform/files/recorded-file'
import { TRUSTED_NOW } from '../../../platform/trusted-clock'
import { exports } from '../table'

export type ExportRow = typeof exports.$inferSelect

const TODAY = sql`(now() at time zone 'UTC')::date`
const isUnfinished = inArray(exports.status, ['waiting', 'running'])

/** How many of today are ready or being made, except failed ones. The newest stays for days, so its number tells. */
const usedToday = (userId: string) => sql<number>`(
  select coalesce(max(number), 0) from exports
  where user_id = ${userId} and day = ${TODAY} and status <> 'failed'
)`

/** Null when those of today are used up, or one is being made: the database lets only one of two in. */
export async function insertExport(db: Db, userId: string, language: Language): Promise<ExportRow | null> {
  const { leftToday } = await findRoom(db, userId)
  if (leftToday === 0) return null
  const [row] = await db
    .insert(exports)
    .values({ userId, language, day: TODAY, number: sql`${usedToday(userId)} + 1` })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** The newest first. */
export function listExports(db: Db, userId: string): Promise<ExportRow[]> {
  return db
    .select()
    .from(exports)
    .where(eq(exports.userId, userId))
    .orderBy(desc(exports.requestedAt), desc(exports.id))
    .limit(10)
}

/** How many more may be requested today, and whether one is being made meanwhile. */
export async function findRoom(db: Db, userId: string): Promise<{ leftToday: number; isMaking: boolean }> {
  const [found] = await query<{ used: number; isMaking: boolean }>(
    db,
    sql`select ${usedToday(userId)} as used,
      exists (select from exports where user_id = ${userId} and ${isUnfinished}) as "isMaking"`,
  )
  return { leftToday: Math.max(0, EXPORTS_PER_DAY - (found?.used ?? 0)), isMaking: found?.isMaking ?? false }
}

/** The file of a finished export that has not expired. */
export async function findReady(db: Db, id: string): Promise<(ExportRow & { key: string }) | null> {
  const isReady = sql`${exports.status} = 'ready' and ${exports.expiresAt} > now()`
  const [row] = await db
    .select()
    .from(exports)
    .where(and(eq(exports.id, id), isReady))
  return row?.key ? { ...row, key: row.key } : null
}

/** The files of all finished exports that have not expired. */
export const listReady: ListRecorded = recordedIn({
  table: exports,
  id: exports.id,
  key: exports.key,
  size: exports.bytes,
  sha256: exports.sha256,
  where: sql`${exports.status} = 'ready' and ${exports.expiresAt} > now() and ${exports.sha256} is not null`,
})

/**
 * Begins the export that has waited longest, or restarts one whose process was killed: the job runs in one process at a
 * time, so one that is `running` at its start has lost its process.
 */
export async function beginNext(db: Db): Promise<ExportRow | null> {
  const next = db
    .select({ id: exports.id })
    .from(exports)
    .where(isUnfinished)
    .orderBy(asc(exports.requestedAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [row] = await db
    .update(exports)
    .set({ status: 'running', attempt: sql`${exports.attempt} + 1`, partsDone: 0, bytes: 0 })
    .where(sql`${exports.id} in (${next})`)
    .returning()
  return row ?? null
}

const isAttempt = ({ id, attempt }: Pick<ExportRow, 'id' | 'attempt'>) =>
  and(eq(exports.id, id), eq(exports.attempt, attempt), eq(exports.status, 'running'))

export async function recordProgress(
  db: Db,
  attempt: Pick<ExportRow, 'id' | 'attempt'>,
  progress: Pick<ExportRow, 'partsDone' | 'parts' | 'bytes'>,
): Promise<void> {
  await db.update(exports).set(progress).where(isAttempt(attempt))
}

/** Null when another attempt has overtaken this one, or the account is gone: then the file is nobody's. */
export async function finishExport(
  tx: Db,
  attempt: Pick<ExportRow, 'id' | 'attempt'>,
  { key, bytes, sha256 }: { key: string; bytes: number; sha256: string },
): Promise<ExportRow | null> {
  const [row] = await tx
    .update(exports)
    .set({
      ...{ status: 'ready', key, bytes, sha256, partsDone: sql`${exports.parts}`, readyAt: sql`now()` },
      expiresAt: sql`now() + ${EXPORT_DAYS} * interval '1 day'`,
    })
    .where(isAttempt(attempt))
    .returning()
  return row ?? null
}

/** It may be asked for again at once. */
export async function failExport(db: Db, attempt: Pick<ExportRow, 'id' | 'attempt'>): Promise<void> {
  await db.update(exports).set({ status: 'failed' }).where(isAttempt(attempt))
}

/** Drops the older exports of a person, which a new one has replaced; answers their files. */
export async function deleteOlder(
  tx: Db,
  { userId, id }: Pick<ExportRow, 'userId' | 'id'>,
): Promise<string[]> {
  const rows = await tx
    .delete(exports)
    .where(and(eq(exports.userId, userId), ne(exports.id, id)))
    .returning({ key: exports.key })
  return rows.flatMap(({ key }) => key ?? [])
}

/** Takes the expired ones, and failed ones of days before; answers their files. */
export async function deleteExpired(db: Db): Promise<string[]> {
  const rows = await db
    .delete(exports)
    .where(
      sql`${lte(exports.expiresAt, TRUSTED_NOW)} or (${exports.status} = 'failed' and ${exports.day} < ${TODAY})`,
    )
    .returning({ key: exports.key })
  return rows.flatMap(({ key }) => key ?? [])
}

export async function deleteExportsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.delete(exports).where(eq(exports.userId, userId)).returning({ key: exports.key })
  return rows.flatMap(({ key }) => key ?? [])
}

/** Those of the keys that a row names. */
export async function knownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ key: exports.key })
    .from(exports)
    .where(and(isNotNull(exports.key), inArray(exports.key, keys)))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

export const presentExport = (row: ExportRow): AccountExport => ({
  id: row.id,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
  partsDone: row.partsDone,
  parts: row.parts,
  bytes: row.bytes,
  readyAt: row.readyAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})
