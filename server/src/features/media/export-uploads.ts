import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import type { FileStore } from '../../platform/files/file-store'
import { type FileRow, listUploads } from './repository'
import { files as fileTable, images } from './table'

const AT_ONCE = 200
const EXTENSION = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** The PDFs and images of a user as they are stored, and a list of the PDFs with the names they were uploaded by. */
export const exportUploads = ({
  database: { db },
  files,
}: {
  database: Database
  files: FileStore
}): ExportOf =>
  async function* (userId) {
    const pdfs = () =>
      allRows((last: FileRow | null) => listUploads(db, fileTable, userId, last?.id ?? '', AT_ONCE))
    yield jsonFile('files/files.json', listed())
    for await (const { id, key } of pdfs()) yield packed(`files/${id}.pdf`, key)
    const pictures = allRows((last: typeof images.$inferSelect | null) =>
      listUploads(db, images, userId, last?.id ?? '', AT_ONCE),
    )
    for await (const { id, key, type } of pictures) yield packed(`images/${id}.${EXTENSION[type]}`, key)

    async function* listed() {
      for await (const { id, name, size, sha256, createdAt } of pdfs())
        yield { file: `${id}.pdf`, name, size, sha256, createdAt }
    }

    function packed(path: string, key: string) {
      return {
        path,
        isPacked: true,
        async *read() {
          // One that was removed since the list was read is empty.
          yield* (await files.readStream(key)) ?? []
        },
      }
    }
  }
