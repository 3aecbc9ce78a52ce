import { createHash, randomBytes } from 'node:crypto'
import { type Page, type PictureUse, picturesOf } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import type { FileStore, ReceivedFile } from '../../../platform/files/file-store'
import { type ImageDecoder, releaseStorage, reserveStorage } from '../../media'
import { PICTURE_FOLDER, PICTURE_SIZES, pictureIdOf, pictureKey } from './files'
import {
  deletePicturesOf,
  deleteUnreachablePictures,
  type GonePicture,
  insertPicture,
  knownPictures,
  PICTURES_AT_ONCE,
  recordUse,
} from './repository'

/** Named in the refusal of an upload. */
export const PICTURE_FIELD = 'photo'
/** Long enough that no upload is still under way. */
const ORPHAN_AFTER_MS = 86_400_000

type Storage = { database: Database; files: FileStore }

/**
 * Keeps an uploaded picture for a page: row and files, or neither.
 * @param lock locks the page for the transaction, and says when it may not be changed
 * @throws AppError as `ImageDecoder.draw`, ExceedLimitation when the account is full, StorageFull when the disk is
 */
export async function storePicture(
  { database, files, decoder }: Storage & { decoder: ImageDecoder },
  { pageId, userId, use, now }: { pageId: string; userId: string; use: PictureUse; now: Date },
  file: ReceivedFile,
  lock: (tx: Db) => Promise<void>,
): Promise<string> {
  const { width, height, small, large } = await decoder.draw(file, PICTURE_FIELD, use)
  const id = `${randomBytes(16).toString('base64url')}-${width}x${height}`
  try {
    await files.write(pictureKey(id, 'small'), small)
    await files.write(pictureKey(id, 'large'), large)
    await database.transaction(async (tx) => {
      await lock(tx)
      if (!(await reserveStorage(tx, userId, small.length + large.length)))
        throw new AppError('ExceedLimitation', { [PICTURE_FIELD]: 'account-full' })
      await insertPicture(tx, {
        ...{ id, pageId, userId, use, createdAt: now },
        ...{ smallSize: small.length, smallSha256: sha256(small) },
        ...{ largeSize: large.length, largeSha256: sha256(large) },
      })
    })
  } catch (error) {
    await removeFiles(files, id)
    throw error
  }
  return id
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function removeFiles(files: FileStore, id: string): Promise<void> {
  for (const size of PICTURE_SIZES) await files.remove(pictureKey(id, size))
}

/**
 * Keeps the pictures of a page that its draft and its public version show; all others go after the days of versions.
 * @param field of a page that the caller sent, in front of the places in it; empty for one that is stored
 * @throws AppError ValidationError for a picture that the page does not have
 */
export async function usePictures(
  tx: Db,
  pageId: string,
  { shown, others = [], field }: { shown: Page; others?: readonly Page[]; field: string },
): Promise<void> {
  const named = picturesOf(shown)
  const all = [...named, ...others.flatMap(picturesOf)].map(({ picture }) => picture)
  const known = await recordUse(tx, pageId, [...new Set(all)])
  const wrong = named.filter(({ picture }) => !known.has(picture))
  if (wrong.length > 0)
    throw new AppError(
      'ValidationError',
      Object.fromEntries(wrong.map(({ place }) => [`${field}${place}`, 'invalid-image' as const])),
    )
}

/** Deletes the pictures that nobody can see any more, and files that an upload left behind. */
export async function cleanUpPictures(storage: Storage, now: Date): Promise<void> {
  await deleteAll(storage, (tx) => deleteUnreachablePictures(tx, PICTURES_AT_ONCE))
  const { database, files } = storage
  const before = now.getTime() - ORPHAN_AFTER_MS
  let some: string[] = []
  const removeUnknown = async () => {
    const known = await knownPictures(database.db, some.map(pictureIdOf))
    for (const key of some) if (!known.has(pictureIdOf(key))) await files.remove(key)
    some = []
  }
  for await (const { key, modifiedAt } of files.list(PICTURE_FOLDER)) {
    if (modifiedAt.getTime() >= before) continue
    some.push(key)
    if (some.length === PICTURES_AT_ONCE) await removeUnknown()
  }
  await removeUnknown()
}

/** Deletes the pictures of a user that no public page shows. */
export const erasePictures = (storage: Storage, userId: string): Promise<void> =>
  deleteAll(storage, (tx) => deletePicturesOf(tx, userId, PICTURES_AT_ONCE))

async function deleteAll(
  { database, files }: Storage,
  take: (tx: Db) => Promise<GonePicture[]>,
): Promise<void> {
  for (;;) {
    const gone = await database.transaction(async (tx) => {
      const some = await take(tx)
      for (const { userId, bytes } of some) await releaseStorage(tx, userId, bytes)
      return some
    })
    for (const { id } of gone) await removeFiles(files, id)
    if (gone.length < PICTURES_AT_ONCE) return
  }
}
