import type { Rgb } from '../design/color'
import type { RgbaPixels } from '../design/logo'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { FULL } from './coverage'
import { gradientAxis, gradientColors, gradientStep } from './gradient'
import { type PixelGrid, type PixelSize, pixelGrid } from './pixel-grid'
import { type IndexedRaster, rasterize } from './raster'
import { findRepeats } from './repeated-line'

const WHITE: Rgb = { red: 255, green: 255, blue: 255 }

/** Colours of the palette indices of a raster, RGBA; a gradient counts as its first colour. */
export function rasterPalette(
  { paints }: IndexedRaster,
  background: Rgb | null,
  gradientStart: Rgb,
): Uint8Array {
  const palette = new Uint8Array(4 * (1 + paints.length * FULL))
  const set = (index: number, { red, green, blue }: Rgb, alpha: number): void =>
    palette.set([red, green, blue, alpha], 4 * index)
  set(0, background ?? WHITE, background ? 255 : 0)
  for (const [paint, { paint: color, over }] of paints.entries()) {
    const ink = color === 'gradient' ? gradientStart : color
    const paper = over ?? background
    for (let level = 1; level <= FULL; level++) {
      const share = level / FULL
      const index = paint * FULL + level
      if (!paper) set(index, ink, Math.round(255 * share))
      else set(index, mix(paper, ink, share), 255)
    }
  }
  return palette
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (a: number, b: number): number => Math.round(a + (b - a) * share)
  return {
    red: channel(from.red, to.red),
    green: channel(from.green, to.green),
    blue: channel(from.blue, to.blue),
  }
}

/** Recolours the pixels of gradient paints, by where they are; needs all lines of the picture. */
function paintGradient(words: Uint32Array, raster: IndexedRaster, scene: Scene, grid: PixelGrid): void {
  const { gradient } = scene
  if (!gradient) return
  const axis = gradientAxis(gradient, scene.size)
  const { width, height, pixels, paints } = raster
  // the palette as it would be with each step as the solid colour
  const palettes = gradientColors(axis).map(
    (color) => new Uint32Array(rasterPalette(raster, scene.background, color).buffer),
  )
  const isGradient = paints.flatMap(({ paint }) => new Array<boolean>(FULL).fill(paint === 'gradient'))
  for (let y = 0, at = 0; y < height; y++) {
    const moduleY = (y + 0.5 - grid.top) / grid.scale
    for (let x = 0; x < width; x++, at++) {
      const index = pixels[at] as number
      if (index === 0 || !isGradient[index - 1]) continue
      const step = gradientStep(axis, gradient.type, (x + 0.5 - grid.left) / grid.scale, moduleY)
      words[at] = palettes[step]?.[index] as number
    }
  }
}

/** Which source pixels fall on each target pixel along one side, and how much of each. */
interface Spans {
  readonly first: Int32Array
  /** `most` weights for each target pixel; they sum to 1. */
  readonly weights: Float64Array
  readonly most: number
}

function spansOf(source: number, target: number): Spans {
  const step = source / target
  const most = Math.ceil(step) + 1
  const first = new Int32Array(target)
  const weights = new Float64Array(target * most)
  for (let at = 0; at < target; at++) {
    const from = at * step
    const to = Math.min(source, from + step)
    const start = Math.min(source - 1, Math.floor(from))
    first[at] = start
    for (let index = 0; index < most && start + index < source; index++) {
      const part = Math.min(start + index + 1, to) - Math.max(start + index, from)
      if (part > 0) weights[at * most + index] = part / step
    }
  }
  return { first, weights, most }
}

/**
 * A picture as means of what falls on each pixel of another size: red, green and blue times alpha, and alpha, each from
 * 0 to 255. First along the lines, then along the columns.
 */
function resample({ data, width, height }: RgbaPixels, toWidth: number, toHeight: number): Float64Array {
  const across = spansOf(width, toWidth)
  const down = spansOf(height, toHeight)
  const lines = new Float64Array(4 * toWidth * height)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < toWidth; x++, to += 4) {
      let from = 4 * (y * width + (across.first[x] as number))
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let index = x * across.most; index < (x + 1) * across.most; index++, from += 4) {
        const weight = across.weights[index] as number
        if (weight === 0) continue
        const opaque = weight * (data[from + 3] as number)
        alpha += opaque
        red += (opaque * (data[from] as number)) / 255
        green += (opaque * (data[from + 1] as number)) / 255
        blue += (opaque * (data[from + 2] as number)) / 255
      }
      lines[to] = red
      lines[to + 1] = green
      lines[to + 2] = blue
      lines[to + 3] = alpha
    }
  }
  const out = new Float64Array(4 * toWidth * toHeight)
  const lineLength = 4 * toWidth
  for (let y = 0; y < toHeight; y++) {
    for (let index = 0; index < down.most; index++) {
      const weight = down.weights[y * down.most + index] as number
      if (weight === 0) continue
      const from = ((down.first[y] as number) + index) * lineLength
      const to = y * lineLength
      for (let at = 0; at < lineLength; at++) {
        out[to + at] = (out[to + at] as number) + weight * (lines[from + at] as number)
      }
    }
  }
  return out
}

/** Puts colours times alpha over the pixels of a line (W3C compositing §5.1). */
function blendLine(
  out: Uint8ClampedArray,
  to: number,
  colors: Float64Array,
  from: number,
  length: number,
): void {
  for (let at = 0; at < length; at += 4) {
    const alpha = (colors[from + at + 3] as number) / 255
    if (alpha === 0) continue
    const pixel = to + at
    const below = ((out[pixel + 3] as number) / 255) * (1 - alpha)
    const total = alpha + below
    for (let channel = 0; channel < 3; channel++) {
      const under = (out[pixel + channel] as number) * below
      out[pixel + channel] = ((colors[from + at + channel] as number) + under) / total
    }
    out[pixel + 3] = 255 * total
  }
}

/** An image logo in the pixels of the picture. */
interface PlacedImage {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly image: RgbaPixels
}

function placeImage({ logo: placed }: Scene, { scale, left, top }: PixelGrid): PlacedImage | null {
  if (placed?.logo.kind !== 'image') return null
  const { drawing } = placed.layout
  return {
    left: Math.round(left + drawing.x * scale),
    top: Math.round(top + drawing.y * scale),
    width: Math.max(1, Math.round(drawing.width * scale)),
    height: Math.max(1, Math.round(drawing.height * scale)),
    image: placed.logo.pixels,
  }
}

/** @param firstLine where the line `top` of the picture is in `out` */
function drawImage(
  out: Uint8ClampedArray,
  stride: number,
  { left, width, height, image }: PlacedImage,
  firstLine: number,
): void {
  const colors = resample(image, width, height)
  for (let y = 0; y < height; y++) {
    blendLine(out, 4 * ((firstLine + y) * stride + left), colors, 4 * y * width, 4 * width)
  }
}

/** True colours of the lines that may differ from the one above, and the repeat count of each. */
export interface ColoredLines {
  readonly pixels: RgbaPixels
  readonly times: readonly number[]
}

/** Draws palette indices of some lines as colours; a line like the one above is copied, as most are. */
function paintLines(
  { width, pixels }: IndexedRaster,
  lines: readonly number[],
  repeats: Uint8Array,
  colors: Uint32Array,
): Uint32Array {
  const words = new Uint32Array(width * lines.length)
  let to = 0
  for (const y of lines) {
    const end = to + width
    if (repeats[y] === 1) words.copyWithin(to, to - width, to)
    else for (let at = y * width; to < end; at++, to++) words[to] = colors[pixels[at] as number] as number
    to = end
  }
  return words
}

/** A drawn raster in true colour, with gradient and image logo. */
export function colorize(raster: IndexedRaster, scene: Scene, grid: PixelGrid): ColoredLines {
  const { width, height } = raster
  const image = placeImage(scene, grid)
  const [imageTop, imageEnd] = image ? [image.top, image.top + image.height] : [0, 0]
  const repeats = findRepeats(raster.pixels, width)
  const lines: number[] = []
  for (let y = 0; y < height; y++) {
    // the line below the image differs from it too
    if (repeats[y] === 0 || scene.gradient || (y >= imageTop && y <= imageEnd)) lines.push(y)
  }
  const start = scene.gradient ? gradientAxis(scene.gradient, scene.size).from : WHITE
  const colors = new Uint32Array(rasterPalette(raster, scene.background, start).buffer)
  const words = paintLines(raster, lines, repeats, colors)
  paintGradient(words, raster, scene, grid)
  const data = new Uint8ClampedArray(words.buffer)
  if (image) drawImage(data, width, image, lines.indexOf(imageTop))
  const times = lines.map((y, index) => (lines[index + 1] ?? height) - y)
  return { pixels: { width, height: lines.length, data }, times }
}

/**
 * The code as RGBA pixels, for a canvas or a decoder.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderPixels(symbol: QrSymbol, design: QrDesign, wanted: PixelSize): RgbaPixels {
  const scene = buildScene(symbol, design)
  const grid = pixelGrid(scene, wanted)
  const { width, height } = grid
  const { pixels, times } = colorize(rasterize(scene, grid), scene, grid)
  if (pixels.height === height) return pixels
  const data = new Uint8ClampedArray(4 * width * height)
  let to = 0
  for (const [index, count] of times.entries()) {
    const line = pixels.data.subarray(4 * width * index, 4 * width * (index + 1))
    for (let repeat = 0; repeat < count; repeat++, to += line.length) data.set(line, to)
  }
  return { width, height, data }
}
