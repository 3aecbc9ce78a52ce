import { type FieldError, resultOf } from '@scanleaf/shared'
import { z } from 'zod'
import { upload } from '../../lib/upload'

/** The largest image the server takes. */
const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** First bytes of GIF, JPEG and PNG. */
const SIGNATURES = [
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

export const IMAGE_TYPES = 'image/gif,image/jpeg,image/png'

/** What is wrong with an image before it is sent, told by its bytes and not by its name; null when nothing is. */
export async function imageProblem(file: Blob): Promise<FieldError | null> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const isImage = SIGNATURES.some((signature) => signature.every((byte, place) => start[place] === byte))
  if (!isImage) return 'invalid-image'
  return file.size > MAX_IMAGE_BYTES ? 'image-too-large' : null
}

const Uploaded = resultOf(z.object({ id: z.string() }))

/**
 * Stores an image with the server.
 * @returns its address
 * @throws ApiError
 */
export async function uploadImage(file: File, onProgress: (share: number) => void, signal: AbortSignal) {
  const form = new FormData()
  form.set('photo', file)
  const { result } = await upload('/media/images', form, Uploaded, { onProgress, signal })
  return `/media/images/${result.id}`
}
