import { MAX_IMAGE_SIZE } from '../design/limits'
import { QrDesignError } from '../design-error'

/** Position of the symbol in a picture: whole pixels per module, the quiet zone takes the rest. */
export interface PixelGrid {
  /** Pixels a module. */
  readonly scale: number
  /** Pixels left of and above the symbol. */
  readonly offset: number
}

/**
 * @throws {QrDesignError} `size-out-of-range` when the size is no whole number up to 4000, `size-too-small` when symbol
 * and margin do not fit with one pixel a module
 */
export function pixelGrid(modules: number, margin: number, size: number): PixelGrid {
  if (!Number.isInteger(size) || size < 1 || size > MAX_IMAGE_SIZE) {
    throw new QrDesignError('size', 'size-out-of-range')
  }
  const scale = Math.floor(size / (modules + 2 * margin))
  if (scale < 1) throw new QrDesignError('size', 'size-too-small')
  return { scale, offset: Math.floor((size - modules * scale) / 2) }
}
