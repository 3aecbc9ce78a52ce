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

/** A page shows no more pixels, and phones take pictures of many megabytes. */
const SENT_SIDE = 2160
const SENT_AS_IS_BYTES = 1024 * 1024
const SENT_QUALITY = 0.9

/**
 * An image as it is sent: a large one smaller, and one of a type that only this browser can read as a JPEG.
 * @returns the file itself where that is not needed, or the browser cannot read it
 */
export async function shrunkImage(file: Blob): Promise<Blob> {
  const isTaken = (await imageProblem(file)) !== 'invalid-image'
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const share = Math.min(1, SENT_SIDE / Math.max(bitmap.width, bitmap.height))
    if (isTaken && share === 1 && file.size <= SENT_AS_IS_BYTES) return file
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(bitmap.width * share))
    canvas.height = Math.max(1, Math.round(bitmap.height * share))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve) =>
      canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', SENT_QUALITY),
    )
  } finally {
    bitmap.close()
  }
}

/** Why `POST /media/images` refused an image: its own reason, else that of the whole. */
export function imageRefusal(error: unknown, fallback: string): string {
  const reason = error instanceof ApiError ? error.errors['photo'] : undefined
  return reason ?? messageOf(error, fallback)
}
