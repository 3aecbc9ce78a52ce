import { type FieldError, type FieldErrors, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '@scanleaf/shared'
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { AppError } from '../../platform/app-error'

const DECODE_TIMEOUT_SECONDS = 5

export interface CleanImage {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/**
 * An uploaded image drawn anew: upright, in sRGB, as JPEG if it was one, else as PNG, and without anything that was
 * hidden in it. What it is, its bytes say, never its name; size and frames are read from the header before anything
 * is decoded.
 * @param field named in the refusal
 * @throws AppError UnsupportedMediaType for anything but GIF, JPEG and PNG, ValidationError for one that is too
 *   large, moving or broken
 */
export async function cleanImage(bytes: Buffer, field: string): Promise<CleanImage> {
  const sniffed = await fileTypeFromBuffer(bytes)
  if (!['image/gif', 'image/jpeg', 'image/png'].includes(sniffed?.mime ?? ''))
    throw new AppError('UnsupportedMediaType')
  const header = await readHeader(bytes, field)
  const problem = headerProblem(header)
  if (problem) throw refused({ [field]: problem })
  const { format } = header
  const upright = open(bytes).timeout({ seconds: DECODE_TIMEOUT_SECONDS }).autoOrient()
  const drawn = format === 'jpeg' ? upright.jpeg({ quality: 88 }) : upright.png()
  try {
    return { type: format === 'jpeg' ? 'image/jpeg' : 'image/png', bytes: await drawn.toBuffer() }
  } catch (cause) {
    throw refused({ [field]: 'broken-image' }, cause)
  }
}

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })

/** Why an image is not taken that would be drawn well, by its reason alone. */
function headerProblem({ width, height, pages = 1 }: Metadata): FieldError | null {
  if (pages > 1) return 'moving-image'
  if (Math.max(width, height) > MAX_IMAGE_SIDE) return 'image-max-side'
  return width * height > MAX_IMAGE_PIXELS ? 'image-max-pixels' : null
}

async function readHeader(bytes: Buffer, field: string): Promise<Metadata> {
  try {
    return await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata()
  } catch (cause) {
    throw refused({ [field]: 'broken-image' }, cause)
  }
}

const refused = (fields: FieldErrors, cause?: unknown) =>
  new AppError('ValidationError', fields, undefined, { cause })
