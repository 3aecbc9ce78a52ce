import { type FieldError, type FieldErrors, MAX_IMAGE_PIXELS, MAX_IMAGE_SIDE } from '@scanleaf/shared'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../../platform/app-error'
import { withoutAncillaryChunks } from './png-chunks'

export interface CleanImage {
  type: 'image/png' | 'image/jpeg'
  bytes: Uint8Array
}

// One image at a time, and no cache between them.
sharp.concurrency(1)
sharp.cache(false)

/**
 * An uploaded image encoded again: upright, in sRGB, as JPEG if it was one, else as PNG, and without metadata or
 * anything hidden. Its type is judged by its bytes, never by its name; size and frames are read from the header before
 * anything is decoded. Runs only in the process of image-worker.ts.
 * @param field named in the refusal
 * @param maxSide longest side in pixels that it is made smaller to; null: it keeps its size
 * @throws AppError UnsupportedMediaType for anything but GIF, JPEG and PNG, ValidationError for one that is too
 *   large, moving or broken
 */
export async function cleanImage(
  bytes: Buffer,
  field: string,
  maxSide: number | null = null,
): Promise<CleanImage> {
  const { kind, upright } = await openImage(bytes, field)
  const sized =
    maxSide === null
      ? upright
      : upright.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  // To find the shortest codes the encoder would hold a second picture.
  const drawn = kind === 'jpeg' ? sized.jpeg({ quality: 88, optimizeCoding: false }) : sized.png()
  try {
    return { type: kind === 'jpeg' ? 'image/jpeg' : 'image/png', bytes: await drawn.toBuffer() }
  } catch (cause) {
    throw refused({ [field]: 'broken-image' }, cause)
  }
}

/**
 * An uploaded image before it is encoded again, upright; nothing of it was decoded yet but its header.
 * @throws AppError as {@link cleanImage}
 */
export async function openImage(
  bytes: Buffer,
  field: string,
): Promise<{ kind: 'gif' | 'jpeg' | 'png'; upright: Sharp }> {
  const kind = kindOf(bytes)
  if (!kind) throw new AppError('UnsupportedMediaType')
  const image = kind === 'png' ? withoutAncillaryChunks(bytes) : bytes
  const problem = headerProblem(await readHeader(image, field))
  if (problem) throw refused({ [field]: problem })
  const options = { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' } as const
  return { kind, upright: sharp(image, options).autoOrient() }
}

/** First bytes of GIF (89a, §17), JPEG (ISO 10918-1, B.1.1.3) and PNG (§5.2). */
const SIGNATURES = [
  { kind: 'gif', hex: /^474946383[79]61/ },
  { kind: 'jpeg', hex: /^ffd8ff/ },
  { kind: 'png', hex: /^89504e470d0a1a0a/ },
] as const

const kindOf = (bytes: Buffer) =>
  SIGNATURES.find(({ hex }) => hex.test(bytes.toString('hex', 0, 8)))?.kind ?? null

/** Why a drawable image is not accepted. */
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

export const refused = (fields: FieldErrors, cause?: unknown) =>
  new AppError('ValidationError', fields, undefined, { cause })
