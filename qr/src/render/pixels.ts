import type { Rgb } from '../design/color'
import type { RgbaPixels } from '../design/logo'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { FULL } from './coverage'
import { gradientAxis, gradientColors, gradientStep } from './gradient'
import { type PixelGrid, pixelGrid } from './pixel-grid'
import { type IndexedRaster, rasterize } from './raster'

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

/** Recolours the pixels of gradient paints, by where they are. */
function paintGradient(words: Uint32Array, raster: IndexedRaster, scene: Scene, grid: PixelGrid): void {
  const { gradient } = scene
  if (!gradient) return
  const axis = gradientAxis(gradient, scene.size)
  const { size, pixels, paints } = raster
  // the palette as it would be with each step as the solid colour
  const palettes = gradientColors(axis).map(
    (color) => new Uint32Array(rasterPalette(raster, scene.background, color).buffer),
  )
  const isGradient = paints.flatMap(({ paint }) => new Array<boolean>(FULL).fill(paint === 'gradient'))
  for (let y = 0, at = 0; y < size; y++) {
    const moduleY = (y + 0.5 - grid.offset) / grid.scale
    for (let x = 0; x < size; x++, at++) {
      const index = pixels[at] as number
      if (index === 0 || !isGradient[index - 1]) continue
      const step = gradientStep(axis, gradient.type, (x + 0.5 - grid.offset) / grid.scale, moduleY)
      words[at] = palettes[step]?.[index] as number
    }
  }
}

/** Puts the mean colour over a pixel (W3C compositing §5.1). */
function blendMean(out: Uint8ClampedArray, at: number): void {
  const alpha = mean[3] as number
  const below = (out[at + 3] as number) / 255
  const total = alpha + below * (1 - alpha)
  if (total === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const under = out[at + channel] as number
    out[at + channel] = ((mean[channel] as number) * alpha + under * below * (1 - alpha)) / total
  }
  out[at + 3] = 255 * total
}

/** Mean colour and alpha (0 to 1) of a rectangle of a picture; alpha weighs the colours. Written to `mean`. */
function meanColor({ data, width, height }: RgbaPixels, x: number, y: number, w: number, h: number): void {
  const right = Math.max(Math.floor(x) + 1, Math.min(width, Math.ceil(x + w)))
  const bottom = Math.max(Math.floor(y) + 1, Math.min(height, Math.ceil(y + h)))
  let [red, green, blue, weight, area] = [0, 0, 0, 0, 0]
  for (let row = Math.floor(y); row < bottom; row++) {
    const high = Math.min(row + 1, y + h) - Math.max(row, y)
    for (let column = Math.floor(x); column < right; column++) {
      const part = high * (Math.min(column + 1, x + w) - Math.max(column, x))
      const at = 4 * (row * width + column)
      const alpha = (part * (data[at + 3] as number)) / 255
      red += alpha * (data[at] as number)
      green += alpha * (data[at + 1] as number)
      blue += alpha * (data[at + 2] as number)
      weight += alpha
      area += part
    }
  }
  mean[0] = weight === 0 ? 0 : red / weight
  mean[1] = weight === 0 ? 0 : green / weight
  mean[2] = weight === 0 ? 0 : blue / weight
  mean[3] = weight / area
}

const mean = new Float64Array(4)

function drawImageLogo(out: Uint8ClampedArray, size: number, scene: Scene, grid: PixelGrid): void {
  if (scene.logo?.logo.kind !== 'image') return
  const { pixels } = scene.logo.logo
  const { drawing } = scene.logo.layout
  const left = Math.round(grid.offset + drawing.x * grid.scale)
  const top = Math.round(grid.offset + drawing.y * grid.scale)
  const width = Math.max(1, Math.round(drawing.width * grid.scale))
  const height = Math.max(1, Math.round(drawing.height * grid.scale))
  const [stepX, stepY] = [pixels.width / width, pixels.height / height]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      meanColor(pixels, x * stepX, y * stepY, stepX, stepY)
      blendMean(out, 4 * ((top + y) * size + left + x))
    }
  }
}

/** A drawn raster in true colour, with gradient and image logo. */
export function colorize(raster: IndexedRaster, scene: Scene, grid: PixelGrid): RgbaPixels {
  const { size, pixels } = raster
  const start = scene.gradient ? gradientAxis(scene.gradient, scene.size).from : WHITE
  const palette = rasterPalette(raster, scene.background, start)
  const data = new Uint8ClampedArray(4 * size * size)
  const words = new Uint32Array(data.buffer)
  const colors = new Uint32Array(palette.buffer)
  for (let at = 0; at < pixels.length; at++) words[at] = colors[pixels[at] as number] as number
  paintGradient(words, raster, scene, grid)
  drawImageLogo(data, size, scene, grid)
  return { width: size, height: size, data }
}

/**
 * The code as RGBA pixels, for a canvas or a decoder.
 * @param size width and height in pixels
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderPixels(symbol: QrSymbol, design: QrDesign, { size }: { size: number }): RgbaPixels {
  const scene = buildScene(symbol, design)
  const grid = pixelGrid(symbol.size, scene.margin, size)
  return colorize(rasterize(scene, grid, size), scene, grid)
}
