import { MAX_IMAGE_SIZE } from '../design/limits'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import { QrDesignError } from '../design-error'
import type { QrSymbol } from '../symbol/encode'

/** How large a picture is in pixels. */
export type PixelSize =
  /** At least so wide, and as little wider as whole modules allow; at most `most`, by default the widest picture. */
  | { readonly size: number; readonly most?: number }
  /** Of a module. */
  | { readonly scale: number }

/** Position of symbol and frame in a picture: a module is whole pixels, and the quiet zone as wide as the design says. */
export interface PixelGrid {
  /** Pixels of the picture. */
  readonly width: number
  readonly height: number
  /** Pixels a module. */
  readonly scale: number
  /** Pixels left of and above the symbol. */
  readonly left: number
  readonly top: number
}

/** The border of a frame is no whole number of modules: what it has of a last pixel is left out, so that its edge is sharp. */
function gridOf({ box }: Pick<Scene, 'box'>, scale: number): PixelGrid {
  const pixels = (modules: number): number => Math.floor(modules * scale + 1e-6)
  const [left, top] = [pixels(-box.x), pixels(-box.y)]
  return {
    width: left + pixels(box.x + box.width),
    height: top + pixels(box.y + box.height),
    ...{ scale, left, top },
  }
}

/**
 * @throws {QrDesignError} `size-out-of-range` when the width is no whole number up to the widest, `size-too-small` when
 * the picture does not fit with one pixel a module
 */
export function pixelGrid(scene: Pick<Scene, 'box'>, wanted: PixelSize): PixelGrid {
  if ('scale' in wanted) {
    if (wanted.scale < 1) throw new QrDesignError('size', 'size-too-small')
    return gridOf(scene, wanted.scale)
  }
  const { size, most = MAX_IMAGE_SIZE } = wanted
  if (!Number.isInteger(size) || size < 1 || size > most) throw new QrDesignError('size', 'size-out-of-range')
  let scale = Math.ceil(size / scene.box.width)
  if (gridOf(scene, scale).width < size) scale++
  while (scale > 0 && gridOf(scene, scale).width > most) scale--
  if (scale < 1) throw new QrDesignError('size', 'size-too-small')
  return gridOf(scene, scale)
}

/**
 * Pixels of the picture of a code.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 * @example imageSize(encodeSymbol('https://qr.example/ABCD'), DEFAULT_QR_SETTINGS, { size: 1000 }) // { width: 1036, height: 1036 }
 */
export function imageSize(
  symbol: QrSymbol,
  design: QrDesign,
  wanted: PixelSize,
): { width: number; height: number } {
  const { width, height } = pixelGrid(buildScene(symbol, design), wanted)
  return { width, height }
}
