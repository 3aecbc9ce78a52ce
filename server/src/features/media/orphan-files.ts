import { inArray } from 'drizzle-orm'
import type { Database, Db } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { earliestNow } from '../../platform/trusted-clock'
import type { UploadDependencies } from './service'
import { files as fileTable, images } from './table'

const AT_ONCE = 200
/** Long enough that no upload is still under way. */
const ORPHAN_AFTER_MS = 86_400_000

/** Where files are stored, and which of their keys have a row. */
const FOLDERS = [
  { folder: 'images', known: (db: Db, keys: string[]) => knownKeys(db, images, keys) },
  { folder: 'pdf', known: (db: Db, keys: string[]) => knownKeys(db, fileTable, keys) },
]

const knownKeys = (db: Db, table: typeof images | typeof fileTable, keys: string[]) =>
  db.select({ key: table.key }).from(table).where(inArray(table.key, keys))

/**
 * Deletes files without a row, left by an upload that ended in between.
 * @returns how many files
 */
export async function deleteOrphanFiles({ database, files, clock }: UploadDependencies): Promise<number> {
  const before = new Date((await earliestNow(database, clock)).getTime() - ORPHAN_AFTER_MS)
  let removed = 0
  for await (const key of orphanFiles(database, files, before)) {
    await files.remove(key)
    removed++
  }
  return removed
}

/** Keys of files older than a time that have no row. */
export async function* orphanFiles({ db }: Database, files: FileStore, before: Date): AsyncIterable<string> {
  for (const { folder, known } of FOLDERS) {
    for await (const keys of inBatches(files.list(folder), before)) {
      const spokenOf = new Set((await known(db, keys)).map(({ key }) => key))
      yield* keys.filter((key) => !spokenOf.has(key))
    }
  }
}

async function* inBatches(found: AsyncIterable<{ key: string; modifiedAt: Date }>, before: Date) {
  let keys: string[] = []
  for await (const { key, modifiedAt } of found) {
    if (modifiedAt >= before) continue
    keys.push(key)
    if (keys.length < AT_ONCE) continue
    yield keys
    keys = []
  }
  if (keys.length > 0) yield keys
}
