import type { Database } from '../../platform/db/database'
import { sqlState } from '../../platform/db/query-error'
import type { FileStore } from '../../platform/files/file-store'
import { deleteUpload, listUploadsOf } from './repository'
import { dropEmptyUse, releaseStorage } from './storage-use'
import { files as fileTable, images } from './table'

const AT_ONCE = 200
/** SQLSTATE of a foreign key violation. */
const IN_USE = '23503'

/** Removes the images and PDFs of a user, rows and bytes, but for those that a published page or a product still shows. */
export async function eraseUploads(
  { database, files }: { database: Database; files: FileStore },
  userId: string,
): Promise<void> {
  for (const table of [images, fileTable]) {
    for (let after = ''; ; ) {
      const some = await listUploadsOf(database.db, table, userId, after, AT_ONCE)
      for (const upload of some) if (await isDeleted(upload, table)) await files.remove(upload.key)
      const last = some.at(-1)
      if (!last || some.length < AT_ONCE) break
      after = last.id
    }
  }
  await dropEmptyUse(database.db, userId)

  async function isDeleted(
    { id, size }: { id: string; size: number },
    table: typeof images | typeof fileTable,
  ) {
    try {
      return await database.transaction(async (tx) => {
        const isGone = await deleteUpload(tx, table, id)
        if (isGone) await releaseStorage(tx, userId, size)
        return isGone
      })
    } catch (error) {
      if (sqlState(error) === IN_USE) return false
      throw error
    }
  }
}
