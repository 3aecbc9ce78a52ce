import { MAX_IMAGE_SIZE } from '../design/limits'
import type { Scene } from '../design/scene'
import { QrDesignError } from '../design-error'

/** Position of symbol and frame in a picture: whole pixels per module, the quiet zone takes the rest. */
export interface PixelGrid {
  /** Pixels of the picture. */
  readonly width: number
  readonly height: number
  /** Pixels a module of the symbol. */
  readonly scale: number
  /** Pixels left of and above the symbol. */
  readonly left: number
  readonly top: number
  /** Pixels a module of the frame, which fills the picture: not whole. */
  readonly frameScale: number
}

/**
 * @param width pixels of the picture
 * @throws {QrDesignError} `size-out-of-range` when the width is no whole number up to 4000, `size-too-small` when the
 * picture does not fit with one pixel a module
 */
export function pixelGrid({ size, box }: Pick<Scene, 'size' | 'box'>, width: number): PixelGrid {
  if (!Number.isInteger(width) || width < 1 || width > MAX_IMAGE_SIZE) {
    throw new QrDesignError('size', 'size-out-of-range')
  }
  const frameScale = width / box.width
  const scale = Math.floor(frameScale)
  if (scale < 1) throw new QrDesignError('size', 'size-too-small')
  // the symbol has the centre that the frame leaves it
  const before = (start: number): number => Math.floor((size / 2 - start) * frameScale - (size * scale) / 2)
  const height = Math.round(box.height * frameScale)
  return { width, height, scale, left: before(box.x), top: before(box.y), frameScale }
}
