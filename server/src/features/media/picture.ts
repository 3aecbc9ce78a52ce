import type { PictureUse } from '@scanleaf/shared'
import sharp, { type CreateRaw } from 'sharp'
import { openImage, refused } from './image'

/** A picture in its two sizes. */
export interface DrawnPicture {
  /** Pixels of the large one; the small one has the same shape. */
  width: number
  height: number
  /** WebP. */
  small: Uint8Array
  /** WebP; of a logo JPEG, which contact cards take. */
  large: Uint8Array
}

interface Form {
  /** Pixels that it fits into; a logo is cut to them. */
  width: number
  height: number
  maxBytes: number
  type: 'webp' | 'jpeg'
}

/** A photo is as wide as the column of a page, on a screen of one and of two pixels to a dot; a tall one ends at half as much again. */
const FORMS: Readonly<Record<PictureUse, { small: Form; large: Form }>> = {
  photo: {
    small: { width: 540, height: 810, maxBytes: 45_000, type: 'webp' },
    large: { width: 1080, height: 1620, maxBytes: 140_000, type: 'webp' },
  },
  logo: {
    small: { width: 240, height: 240, maxBytes: 8_000, type: 'webp' },
    large: { width: 480, height: 480, maxBytes: 24_000, type: 'jpeg' },
  },
}
/** Tried one after the other, until the bytes fit. */
const QUALITIES = [78, 60, 40, 20]

/**
 * An uploaded image as a page shows it: upright, in sRGB, on white where it was transparent, without metadata. Runs only in the
 * process of image-worker.ts.
 * @throws AppError as `cleanImage`
 */
export async function drawPicture(bytes: Buffer, field: string, use: PictureUse): Promise<DrawnPicture> {
  const { upright } = await openImage(bytes, field)
  const { small, large } = FORMS[use]
  const fit = use === 'logo' ? 'cover' : 'inside'
  try {
    // A logo that is smaller is enlarged, because it is to be a square.
    const { data, info } = await upright
      .resize(large.width, large.height, { fit, withoutEnlargement: use === 'photo' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const at = (form: Form) => encode(data, raw, form)
    return { width: info.width, height: info.height, small: await at(small), large: await at(large) }
  } catch (cause) {
    throw refused({ [field]: 'broken-image' }, cause)
  }
}

/** At the best quality whose bytes fit; what is noise alone becomes smaller in pixels. */
async function encode(data: Buffer, raw: CreateRaw, form: Form): Promise<Uint8Array> {
  for (let share = 1; ; share /= 2) {
    const image = sharp(data, { raw }).resize(
      Math.max(1, Math.round(form.width * share)),
      Math.max(1, Math.round(form.height * share)),
      { fit: 'inside', withoutEnlargement: true },
    )
    for (const quality of QUALITIES) {
      const drawn = form.type === 'webp' ? image.clone().webp({ quality }) : image.clone().jpeg({ quality })
      const bytes = await drawn.toBuffer()
      if (bytes.length <= form.maxBytes) return bytes
    }
  }
}
