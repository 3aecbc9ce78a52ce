import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type ListRecorded, recordedIn } from '../../../platform/files/recorded-file'
import { pagePictures } from './table'

export const PICTURE_FOLDER = 'pictures'
export const PICTURE_SIZES = ['small', 'large'] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]

/** Where a picture is in the file storage. */
export const pictureKey = (id: string, size: PictureSize): string =>
  `${PICTURE_FOLDER}/${id.slice(0, 2)}/${id}-${size}`

/** Id of the picture under a key. */
export const pictureIdOf = (key: string): string =>
  key.slice(key.lastIndexOf('/') + 1).replace(/-(?:small|large)$/, '')

/** Both files of every picture, with flat memory. */
export const listPictureFiles: ListRecorded = async function* (db) {
  const filesOf = (ending: PictureSize, size: PgColumn, sha256: PgColumn) => {
    const { id } = pagePictures
    const key = sql<string>`${`${PICTURE_FOLDER}/`} || left(${id}, 2) || '/' || ${id} || ${`-${ending}`}`
    return recordedIn({ table: pagePictures, id, key, size, sha256 })(db)
  }
  yield* filesOf('small', pagePictures.smallSize, pagePictures.smallSha256)
  yield* filesOf('large', pagePictures.largeSize, pagePictures.largeSha256)
}
