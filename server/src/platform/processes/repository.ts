import { asc, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../db/database'
import { processes } from './table'

export type ProcessRow = typeof processes.$inferSelect

/** A screen cannot show an installation with more. */
const MOST = 200

export async function putProcess(db: Db, row: ProcessRow): Promise<void> {
  const { seenAt, figures } = row
  await db
    .insert(processes)
    .values(row)
    .onConflictDoUpdate({ target: processes.key, set: { seenAt, figures } })
}

/** The longest running first. */
export const listProcesses = (db: Db): Promise<ProcessRow[]> =>
  db.select().from(processes).orderBy(asc(processes.startedAt), asc(processes.key)).limit(MOST)

export async function removeProcess(db: Db, key: string): Promise<void> {
  await db.delete(processes).where(eq(processes.key, key))
}

export async function removeProcesses(db: Db, keys: string[]): Promise<void> {
  if (keys.length > 0) await db.delete(processes).where(inArray(processes.key, keys))
}

export async function removeSilentSince(db: Db, time: Date): Promise<void> {
  await db.delete(processes).where(lt(processes.seenAt, time))
}
