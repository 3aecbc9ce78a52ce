import { MAX_IMAGE_PIXELS } from '@scanleaf/shared'
import sharp from 'sharp'
import { AppError } from '../../platform/app-error'
import { scanDecoders } from './decoders'

/** Longer side under which a picture is read: enough for ten pixels a module of the largest symbol. */
const MAX_PIXELS = 1800
const DECODE_TIMEOUT_SECONDS = 5

/**
 * The text of the code in a picture (PNG or JPEG); null when there is none.
 * @throws AppError ValidationError with the field for a picture that cannot be decoded
 */
export async function readCode(image: Uint8Array, field: string): Promise<string | null> {
  const pixels = await pixelsOf(image, field)
  for (const decoder of await scanDecoders()) {
    const bytes = await decoder.decode(pixels)
    if (bytes) return new TextDecoder().decode(bytes)
  }
  return null
}

async function pixelsOf(image: Uint8Array, field: string) {
  sharp.concurrency(1)
  try {
    const { data, info } = await sharp(image, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(MAX_PIXELS, MAX_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data: new Uint8ClampedArray(data) }
  } catch (cause) {
    throw new AppError('ValidationError', { [field]: 'broken-image' }, undefined, { cause })
  }
}
