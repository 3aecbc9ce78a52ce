import { type FieldError, MAX_IMAGE_BYTES } from '@scanleaf/shared'
import { ApiError, messageOf } from './api/api-error'

/** First bytes of GIF, JPEG and PNG. */
const SIGNATURES = [
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
]

/** The types of a file picker. */
export const IMAGE_TYPES = 'image/gif,image/jpeg,image/png'

/**
 * What is wrong with an image before it is sent, judged by its bytes and neither by its name nor by its type; null when
 * nothing is. The server checks the image itself.
 */
export async function imageProblem(file: Blob): Promise<FieldError | null> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const isImage = SIGNATURES.some((signature) => signature.every((byte, place) => start[place] === byte))
  if (!isImage) return 'invalid-image'
  return file.size > MAX_IMAGE_BYTES ? 'image-max-size' : null
}

/** Why `POST /media/images` refused an image: its own reason, else that of the whole. */
export function imageRefusal(error: unknown, fallback: string): string {
  const reason = error instanceof ApiError ? error.errors['photo'] : undefined
  return reason ?? messageOf(error, fallback)
}
