import { parseColor, type Rgb } from '../design/color'
import { buildScene, isPlain, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { FULL } from './coverage'
import { type PixelGrid, type PixelSize, pixelGrid } from './pixel-grid'
import { colorize, rasterPalette } from './pixels'
import { COLOR_TYPE, encodeRgbaPng, writePng } from './png-file'
import { PNG_PIXELS_PER_METRE } from './print-size'
import { type IndexedRaster, rasterize } from './raster'
import { findRepeats, type RepeatedLine } from './repeated-line'

/** Clears the bits from `from` to `to` (excluded), most significant bit of a byte first. */
function clearBits(line: Uint8Array, from: number, to: number): void {
  const firstByte = from >> 3
  const lastByte = to >> 3
  const head = 0xff >> (from & 7)
  const tail = 0xff >> (to & 7)
  if (firstByte === lastByte) {
    line[firstByte] = (line[firstByte] as number) & ~(head & ~tail)
    return
  }
  line[firstByte] = (line[firstByte] as number) & ~head
  // a run is a few bytes, for which a call of fill takes longer
  for (let at = firstByte + 1; at < lastByte; at++) line[at] = 0
  if (tail !== 0xff) line[lastByte] = (line[lastByte] as number) & tail
}

/** Scan lines of one bit a pixel, 0 = dark, each behind its filter byte 0; one entry for each row of modules. */
function scanLines(symbol: QrSymbol, { scale, left, top, width, height }: PixelGrid): RepeatedLine[] {
  const light = new Uint8Array(1 + Math.ceil(width / 8)).fill(0xff)
  light[0] = 0
  const lines: RepeatedLine[] = []
  if (top > 0) lines.push({ bytes: light, times: top })
  for (let y = 0; y < symbol.size; y++) {
    const bytes = light.slice()
    const row = y * symbol.size
    for (let x = 0; x < symbol.size; x++) {
      if (symbol.modules[row + x] === 0) continue
      const start = x
      while (x < symbol.size && symbol.modules[row + x] === 1) x++
      clearBits(bytes, 8 + left + start * scale, 8 + left + x * scale)
    }
    lines.push({ bytes, times: scale })
  }
  const below = height - top - scale * symbol.size
  if (below > 0) lines.push({ bytes: light, times: below })
  return lines
}

const isGray = ({ red, green, blue }: Rgb, level: number): boolean =>
  red === level && green === level && blue === level

const sized = ({ width, height }: { width: number; height: number }) => ({
  width,
  height,
  pixelsPerMetre: PNG_PIXELS_PER_METRE,
})

/** Square modules in one colour: one bit a pixel, grey levels for black on white, else a palette. */
function plainPng(symbol: QrSymbol, scene: Scene, grid: PixelGrid, foreground: Rgb): Uint8Array {
  const { background } = scene
  const lines = scanLines(symbol, grid)
  if (background && isGray(foreground, 0) && isGray(background, 255)) {
    return writePng({ ...sized(grid), depth: 1, colorType: COLOR_TYPE.grayscale, lines })
  }
  const palette = [foreground, background ?? foreground].flatMap(({ red, green, blue }) => [red, green, blue])
  return writePng({
    ...sized(grid),
    depth: 1,
    colorType: COLOR_TYPE.palette,
    palette,
    ...(background ? {} : { alpha: [255, 0] }),
    lines,
  })
}

/** A scan line with two pixels a byte, the left one in the high half. */
function halfByteLine(pixels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + Math.ceil(pixels.length / 2))
  const even = pixels.length & ~1
  let to = 1
  for (let x = 0; x < even; x += 2) bytes[to++] = ((pixels[x] as number) << 4) | (pixels[x + 1] as number)
  if (even < pixels.length) bytes[to] = (pixels[even] as number) << 4
  return bytes
}

function byteLine(pixels: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + pixels.length)
  bytes.set(pixels, 1)
  return bytes
}

/** Scan lines of a raster; equal neighbours are found before they are packed. */
function indexedLines({ width, height, pixels }: IndexedRaster, depth: 4 | 8): RepeatedLine[] {
  const repeats = findRepeats(pixels, width)
  const lines: { bytes: Uint8Array; times: number }[] = []
  for (let y = 0; y < height; y++) {
    const last = lines[lines.length - 1]
    if (last && repeats[y] === 1) {
      last.times++
      continue
    }
    const row = pixels.subarray(y * width, (y + 1) * width)
    const bytes = depth === 4 ? halfByteLine(row) : byteLine(row)
    lines.push({ bytes, times: 1 })
  }
  return lines
}

/** Solid colours with soft edges: a palette of fifteen shades for each paint. */
function palettePng(raster: IndexedRaster, background: Rgb | null): Uint8Array {
  const { paints } = raster
  const colors = rasterPalette(raster, background, { red: 0, green: 0, blue: 0 })
  const palette: number[] = []
  const alpha: number[] = []
  for (let at = 0; at < colors.length; at += 4) {
    palette.push(colors[at] as number, colors[at + 1] as number, colors[at + 2] as number)
    alpha.push(colors[at + 3] as number)
  }
  const depth = 1 + paints.length * FULL <= 16 ? 4 : 8
  return writePng({
    ...sized(raster),
    depth,
    colorType: COLOR_TYPE.palette,
    palette,
    ...(background ? {} : { alpha }),
    lines: indexedLines(raster, depth),
  })
}

/**
 * The code as a PNG (ISO/IEC 15948) of at least the requested width: a module is whole pixels, and the quiet zone as
 * many modules as the design says. It claims 300 dots an inch, so that 1000 pixels print 85 mm wide. One bit a pixel for
 * plain codes, a palette for solid colours, true colour where a gradient or an image needs it.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderPng(symbol: QrSymbol, design: QrDesign, wanted: PixelSize): Uint8Array {
  const scene = buildScene(symbol, design)
  const grid = pixelGrid(scene, wanted)
  if (isPlain(scene) && scene.framePaths.length === 0) {
    return plainPng(symbol, scene, grid, parseColor(design.foregroundColor, 'foregroundColor'))
  }
  const raster = rasterize(scene, grid)
  const isTrueColor = scene.gradient !== null || scene.logo?.logo.kind === 'image'
  if (!isTrueColor) return palettePng(raster, scene.background)
  const { pixels, times } = colorize(raster, scene, grid)
  return encodeRgbaPng(pixels, { times, pixelsPerMetre: PNG_PIXELS_PER_METRE })
}
