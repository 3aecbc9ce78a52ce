import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { CleanImage } from './image'
import { findImage, holdImagesOf, type ImageRow, insertImage, measureImagesOf } from './repository'

/** What one account may keep. */
const MAX_FILES = 2000
const MAX_BYTES = 1024 ** 3

interface Storing {
  database: Database
  files: FileStore
  clock: Clock
}

/**
 * Keeps an image for a user: row and file, or neither.
 * @throws AppError ExceedLimitation when the account is full, StorageFull when the disk is
 */
export async function storeImage(
  { database, files, clock }: Storing,
  userId: string,
  { type, bytes }: CleanImage,
): Promise<ImageRow> {
  const id = randomBytes(18).toString('base64url')
  const key = `images/${id.slice(0, 2)}/${id}`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const image: ImageRow = { id, userId, key, type, size: bytes.length, sha256, createdAt: clock.now() }
  await files.write(key, bytes)
  try {
    await database.transaction(async (tx) => {
      await holdImagesOf(tx, userId)
      const kept = await measureImagesOf(tx, userId)
      if (kept.files + 1 > MAX_FILES || kept.bytes + image.size > MAX_BYTES)
        throw new AppError('ExceedLimitation')
      await insertImage(tx, image)
    })
  } catch (error) {
    await files.remove(key)
    throw error
  }
  return image
}

/** Null when the image or its file is missing. */
export async function readImage({ database, files }: Omit<Storing, 'clock'>, id: string) {
  const image = await findImage(database.db, id)
  const bytes = image && (await files.read(image.key))
  return image && bytes ? { image, bytes } : null
}
