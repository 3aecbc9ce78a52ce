import type { Readable } from 'node:stream'
import type { PdfUpload } from './pdf'
import { type FileRow, findFileOf } from './repository'
import { removeFile, storePdf, type UploadDependencies } from './service'

/** The uploaded PDFs, for features that publish them. */
export interface UploadedFiles {
  /**
   * Keeps a PDF while it streams in: row and file, or neither.
   * @throws AppError ValidationError and PayloadTooLarge naming the field, ExceedLimitation, StorageFull
   */
  store(userId: string, upload: PdfUpload & { name: string }): Promise<FileRow>
  /** Null when there is none or it is somebody else's. */
  find(id: string, userId: string): Promise<FileRow | null>
  /** Null when the bytes are gone; `start` and `end` are the first and the last byte. */
  open(file: Pick<FileRow, 'key'>, range?: { start: number; end: number }): Promise<Readable | null>
  /** Removes row and bytes and frees the space; does nothing when there is none. */
  remove(id: string): Promise<void>
}

export const uploadedFiles = (storage: UploadDependencies): UploadedFiles => ({
  store: (userId, upload) => storePdf(storage, userId, upload),
  find: (id, userId) => findFileOf(storage.database.db, id, userId),
  open: ({ key }, range) => storage.files.readStream(key, range),
  remove: (id) => removeFile(storage, id),
})
