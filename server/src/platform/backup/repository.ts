import { desc } from 'drizzle-orm'
import type { Db } from '../db/database'
import { backups, restoresWithoutLog } from './table'

export async function recordBackup(db: Db, at: Date, files: number): Promise<void> {
  await db.insert(backups).values({ at, files })
}

/** When the last one was made; null when none was. */
export async function lastBackupAt(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: backups.at }).from(backups).orderBy(desc(backups.at)).limit(1)
  return row?.at ?? null
}

/** Whether the log has been without its earlier scans since a restore. */
export const wasRestoredWithoutLog = async (db: Db): Promise<boolean> =>
  (await db.$count(restoresWithoutLog)) > 0
