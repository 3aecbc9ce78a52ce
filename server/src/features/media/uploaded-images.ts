import type { CleanImage } from './image'
import { isImageOf } from './repository'
import { readImage, type Storing, storeImage } from './service'

/** The uploaded images, for features that draw them. */
export interface UploadedImages {
  /** The file as we re-encoded it; null when there is none. */
  read(id: string): Promise<{ bytes: Uint8Array; type: string } | null>
  /**
   * Keeps an image for a user, drawn anew.
   * @param field named in the refusal
   * @throws AppError as `cleanImage` and `storeImage`
   */
  store(userId: string, bytes: Buffer, field: string): Promise<{ id: string }>
  /** Whether it is there and the user uploaded it. */
  isOf(id: string, userId: string): Promise<boolean>
  /** A picture drawn anew, by the rules of an upload; see `cleanImage`. */
  clean(bytes: Uint8Array, field: string): Promise<CleanImage>
}

export const uploadedImages = (storage: Storing): UploadedImages => ({
  async read(id) {
    const found = await readImage(storage, id)
    return found && { bytes: found.bytes, type: found.image.type }
  },
  async store(userId, bytes, field) {
    const { cleanImage } = await import('./image')
    return storeImage(storage, userId, await cleanImage(bytes, field), field)
  },
  isOf: (id, userId) => isImageOf(storage.database.db, id, userId),
  clean: async (bytes, field) => {
    const { cleanImage } = await import('./image')
    return cleanImage(Buffer.from(bytes), field)
  },
})
