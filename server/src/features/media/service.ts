import { createHash, randomBytes } from 'node:crypto'
import { shownPdfName } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database, Db } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { CleanImage } from './image'
import { type PdfProperties, type PdfUpload, validatePdf } from './pdf'
import {
  deleteFile,
  type FileRow,
  findImage,
  findSameImage,
  type ImageRow,
  insertFile,
  insertImage,
} from './repository'
import { releaseStorage, reserveStorage } from './storage-use'

export interface UploadDependencies {
  database: Database
  files: FileStore
  clock: Clock
}

/**
 * Keeps an image for a user: row and file, or neither.
 * @param field named in the refusal
 * @throws AppError ExceedLimitation when the account is full, StorageFull when the disk is
 */
export async function storeImage(
  { database, files, clock }: UploadDependencies,
  userId: string,
  { type, bytes }: CleanImage,
  field: string,
): Promise<ImageRow> {
  const { id, key } = newImageFile()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const image: ImageRow = { id, userId, key, type, size: bytes.length, sha256, createdAt: clock.now() }
  await files.write(key, bytes)
  await keepRow({ database, files }, { ...image, field }, (tx) => insertImage(tx, image))
  return image
}

/**
 * An image for another user, in a transaction of the caller: one that this user has with the same bytes, else a copy. A file
 * whose transaction fails is an orphan.
 * @returns its id; null when there is no such image
 * @throws AppError ExceedLimitation when the account is full, StorageFull when the disk is
 */
export async function copyImage(
  tx: Db,
  { files, clock }: Pick<UploadDependencies, 'files' | 'clock'>,
  id: string,
  { userId, field }: { userId: string; field: string },
): Promise<string | null> {
  const image = await findImage(tx, id)
  if (!image || image.userId === userId) return image?.id ?? null
  const same = await findSameImage(tx, userId, image.sha256)
  if (same) return same.id
  const bytes = await files.read(image.key)
  if (!bytes) return null
  if (!(await reserveStorage(tx, userId, image.size)))
    throw new AppError('ExceedLimitation', { [field]: 'account-full' })
  const copy = { ...image, ...newImageFile(), userId, createdAt: clock.now() }
  await files.write(copy.key, bytes)
  await insertImage(tx, copy)
  return copy.id
}

function newImageFile(): Pick<ImageRow, 'id' | 'key'> {
  const id = randomBytes(18).toString('base64url')
  return { id, key: `images/${id.slice(0, 2)}/${id}` }
}

/**
 * Keeps a PDF for a user while it streams in: row and file, or neither.
 * @throws AppError as `validatePdf`, ExceedLimitation when the account is full, StorageFull when the disk is
 */
export async function storePdf(
  { database, files, clock }: UploadDependencies,
  userId: string,
  upload: PdfUpload & { name: string },
): Promise<FileRow> {
  const id = randomBytes(18).toString('base64url')
  const key = `pdf/${id.slice(0, 2)}/${id}`
  const properties: PdfProperties = { size: 0, sha256: '' }
  await files.writeStream(key, validatePdf(upload, properties))
  const file: FileRow = {
    id,
    userId,
    key,
    name: shownPdfName(upload.name),
    ...properties,
    createdAt: clock.now(),
  }
  await keepRow({ database, files }, { ...file, field: upload.field }, (tx) => insertFile(tx, file))
  return file
}

/** Writes the row of a stored file and counts its space; the file goes when that fails. */
async function keepRow(
  { database, files }: Omit<UploadDependencies, 'clock'>,
  { userId, key, size, field }: { userId: string; key: string; size: number; field: string },
  insert: (tx: Db) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      if (!(await reserveStorage(tx, userId, size)))
        throw new AppError('ExceedLimitation', { [field]: 'account-full' })
      await insert(tx)
    })
  } catch (error) {
    await files.remove(key)
    throw error
  }
}

/** Removes a file with its row and frees its space; does nothing when there is none. */
export async function removeFile(
  { database, files }: Omit<UploadDependencies, 'clock'>,
  id: string,
): Promise<void> {
  const removed = await database.transaction(async (tx) => {
    const file = await deleteFile(tx, id)
    if (file) await releaseStorage(tx, file.userId, file.size)
    return file
  })
  if (removed) await files.remove(removed.key)
}

/** Null when the image or its file is missing. */
export async function readImage({ database, files }: Omit<UploadDependencies, 'clock'>, id: string) {
  const image = await findImage(database.db, id)
  const bytes = image && (await files.read(image.key))
  return image && bytes ? { image, bytes } : null
}
