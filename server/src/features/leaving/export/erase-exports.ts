import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { deleteExportsOf } from './repository'

/** The rows of a user first, so that an attempt that runs finds none to write into; then the files. */
export async function eraseExports(
  { database, files }: { database: Database; files: FileStore },
  userId: string,
): Promise<void> {
  for (const key of await deleteExportsOf(database.db, userId)) await files.remove(key)
}
