import type { ReceivedFile } from '../../platform/files/file-store'
import type { CleanImage } from './image'
import type { ImageDecoder } from './image-decoder'
import { isImageOf } from './repository'
import { readImage, storeImage, type UploadDependencies } from './service'

/** The uploaded images, for features that draw them. */
export interface UploadedImages {
  /** The file as we re-encoded it; null when there is none. */
  read(id: string): Promise<{ bytes: Uint8Array; type: string } | null>
  /**
   * Stores an image for a user, encoded again.
   * @param field named in the refusal
   * @throws AppError as `ImageDecoder.clean` and `storeImage`
   */
  store(userId: string, file: ReceivedFile, field: string): Promise<{ id: string }>
  /** Whether it is there and the user uploaded it. */
  isOf(id: string, userId: string): Promise<boolean>
  /** An image encoded again, by the rules of an upload; see `ImageDecoder.clean`. */
  clean(file: ReceivedFile, field: string, maxSide?: number): Promise<CleanImage>
}

export const uploadedImages = (storage: UploadDependencies, decoder: ImageDecoder): UploadedImages => ({
  async read(id) {
    const found = await readImage(storage, id)
    return found && { bytes: found.bytes, type: found.image.type }
  },
  store: async (userId, file, field) => storeImage(storage, userId, await decoder.clean(file, field), field),
  isOf: (id, userId) => isImageOf(storage.database.db, id, userId),
  clean: (file, field, maxSide) => decoder.clean(file, field, maxSide),
})
