import { randomUUID } from 'node:crypto'
import { judge } from '@scanleaf/shared'
import { lastBackupAt } from '../../platform/backup/repository'
import type { Database } from '../../platform/db/database'
import { firstMigratedAt } from '../../platform/db/migrate'
import type { FileStore } from '../../platform/files/file-store'
import { lastDoubt } from '../../platform/trusted-clock'
import type { Measurement } from './measurement'

/** Who uploads waits longer than this for nothing. */
const FILES_WITHIN_MS = 3_000

export async function readDataFigures(
  { database, files }: { database: Database; files: FileStore },
  now: Date,
): Promise<Measurement[]> {
  const askedAt = performance.now()
  await database.ping()
  const answered = (performance.now() - askedAt) / 1000
  const areFilesTaken = await takesFiles(files)
  return [
    { check: 'database-answer', figure: answered },
    { check: 'files-refused', figure: areFilesTaken ? 0 : 1 },
    { check: 'backup-age', figure: await backupAge(database, now) },
    { check: 'clock-doubt', figure: await lastDoubt(database) },
  ]
}

/**
 * Seconds since the last backup, or since the installation began once that is too long. Null for a PostgreSQL that was
 * never backed up by Scanleaf: its operator may well do so by other means.
 */
async function backupAge(database: Database, now: Date): Promise<number | null> {
  const at = await lastBackupAt(database.db)
  const since = (time: Date) => (now.getTime() - time.getTime()) / 1000
  if (at !== null) return since(at)
  if (database.engine === 'postgres') return null
  const age = since(await firstMigratedAt(database.db))
  return judge('backup-age', age) === 'good' ? null : age
}

/** Tests an upload: writes a whole file, and deletes it. */
async function takesFiles(files: FileStore): Promise<boolean> {
  const key = `status/${randomUUID()}`
  const work = async () => {
    await files.write(key, new Uint8Array([1]))
    await files.remove(key)
    return true
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), FILES_WITHIN_MS)
  })
  const isTaken = await Promise.race([work().catch(() => false), late])
  clearTimeout(timer)
  return isTaken
}
