import type { Database } from '../../platform/db/database'
import { allRows, type ExportOf, jsonFile } from '../../platform/export/entry'
import type { FileStore } from '../../platform/files/file-store'
import { type FileRow, listUploadsOf } from './repository'
import { files as fileTable, images } from './table'

const AT_ONCE = 200
const EXTENSION = { 'image/png': 'png', 'image/jpeg': 'jpg' } as const

/** Signs that some file system refuses in a name. */
const REFUSED = /[<>:"/\\|?*\p{Cc}]/gu
/** Bytes of a name in UTF-8; with what is added it stays under the 255 of most file systems. */
const MAX_NAME_BYTES = 200

/** Where a PDF is in the export: by the name of its upload, and the beginning of its id, since names repeat. */
function exportedPdfPath({ id, name }: { id: string; name: string }): string {
  const plain = name.replace(/\.pdf$/i, '').replace(REFUSED, '_')
  const cut = Buffer.from(plain)
    .subarray(0, MAX_NAME_BYTES)
    .toString()
    .replace(/\uFFFD+$/u, '')
  return `files/${cut.trim() || 'file'} ${id.slice(0, 8)}.pdf`
}

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
      allRows((last: FileRow | null) => listUploadsOf(db, fileTable, userId, last?.id ?? '', AT_ONCE))
    yield jsonFile('files/files.json', listed())
    for await (const { id, name, key } of pdfs()) yield packed(exportedPdfPath({ id, name }), key)
    const pictures = allRows((last: typeof images.$inferSelect | null) =>
      listUploadsOf(db, images, userId, last?.id ?? '', AT_ONCE),
    )
    for await (const { id, key, type } of pictures) yield packed(`uploads/${id}.${EXTENSION[type]}`, key)

    async function* listed() {
      for await (const { id, name, size, sha256, createdAt } of pdfs())
        yield { id, file: exportedPdfPath({ id, name }), name, size, sha256, createdAt }
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
