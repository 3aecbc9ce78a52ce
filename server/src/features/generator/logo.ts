import type { QrLogo, RgbaPixels } from '@scanleaf/qr'
import { AppError } from '../../platform/app-error'

/** A logo ready for a drawing in another process: the outline of a text, or the file of an image. */
export type DrawableLogo = { background: string | null; share: number | undefined } & (
  | { kind: 'path'; path: string; width: number; height: number }
  | { kind: 'image'; bytes: Uint8Array }
)

/** Longer side of a logo in a drawing: a fifth of the largest picture would need 800, and no eye sees the rest. */
const MAX_PIXELS = 512
const DECODE_TIMEOUT_SECONDS = 5

/** @throws AppError ValidationError with field `logo` for an image that cannot be decoded */
export async function qrLogoOf(logo: DrawableLogo): Promise<QrLogo> {
  const { background, share } = logo
  const place = { ...(background !== null && { background }), ...(share !== undefined && { share }) }
  if (logo.kind === 'image') return { kind: 'image', pixels: await pixelsOf(logo.bytes), ...place }
  const { path, width, height } = logo
  return { kind: 'path', path, width, height, ...place }
}

/** Labels of one page share a logo, which is decoded once. */
const decoded = new WeakMap<Uint8Array, Promise<RgbaPixels>>()

function pixelsOf(bytes: Uint8Array): Promise<RgbaPixels> {
  const known = decoded.get(bytes) ?? decode(bytes)
  decoded.set(bytes, known)
  return known
}

async function decode(bytes: Uint8Array): Promise<RgbaPixels> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: 16_000_000, failOn: 'error' })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .resize(MAX_PIXELS, MAX_PIXELS, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, data }
  } catch (cause) {
    throw new AppError('ValidationError', { logo: 'invalid-image' }, undefined, { cause })
  }
}
