import type { Rgb } from '../design/color'
import type { RgbaPixels } from '../design/logo'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { FULL } from './coverage'
import { gradientAxis, gradientColor } from './gradient'
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
function paintGradient(out: Uint8ClampedArray, raster: IndexedRaster, scene: Scene, grid: PixelGrid): void {
  if (!scene.gradient) return
  const axis = gradientAxis(scene.gradient, scene.size)
  const { size, pixels, paints } = raster
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) {
      const index = pixels[at] as number
      if (index === 0) continue
      const paint = paints[Math.floor((index - 1) / FULL)]
      if (paint?.paint !== 'gradient') continue
      const level = ((index - 1) % FULL) + 1
      const place = [(x + 0.5 - grid.offset) / grid.scale, (y + 0.5 - grid.offset) / grid.scale] as const
      const ink = gradientColor(axis, scene.gradient.type, ...place)
      const paper = paint.over ?? scene.background
      const { red, green, blue } = paper ? mix(paper, ink, level / FULL) : ink
      out[4 * at] = red
      out[4 * at + 1] = green
      out[4 * at + 2] = blue
    }
  }
}

/** Puts one pixel with alpha over another (W3C compositing §5.1). */
function blend(out: Uint8ClampedArray, at: number, color: readonly number[], alpha: number): void {
  const below = (out[at + 3] as number) / 255
  const total = alpha + below * (1 - alpha)
  if (total === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const under = out[at + channel] as number
    out[at + channel] = ((color[channel] as number) * alpha + under * below * (1 - alpha)) / total
  }
  out[at + 3] = 255 * total
}

/** Mean colour and alpha of a rectangle of a picture; alpha weighs the colours. */
function meanColor(
  { data, width, height }: RgbaPixels,
  x: number,
  y: number,
  w: number,
  h: number,
): number[] {
  const right = Math.max(Math.floor(x) + 1, Math.min(width, Math.ceil(x + w)))
  const bottom = Math.max(Math.floor(y) + 1, Math.min(height, Math.ceil(y + h)))
  const sum = [0, 0, 0, 0]
  let area = 0
  for (let row = Math.floor(y); row < bottom; row++) {
    const high = Math.min(row + 1, y + h) - Math.max(row, y)
    for (let column = Math.floor(x); column < right; column++) {
      const part = high * (Math.min(column + 1, x + w) - Math.max(column, x))
      const at = 4 * (row * width + column)
      const alpha = (part * (data[at + 3] as number)) / 255
      for (let channel = 0; channel < 3; channel++) {
        sum[channel] = (sum[channel] as number) + alpha * (data[at + channel] as number)
      }
      sum[3] = (sum[3] as number) + alpha
      area += part
    }
  }
  const weight = sum[3] as number
  if (weight === 0) return [0, 0, 0, 0]
  return [...sum.slice(0, 3).map((value) => value / weight), weight / area]
}

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
      const [red = 0, green = 0, blue = 0, alpha = 0] = meanColor(pixels, x * stepX, y * stepY, stepX, stepY)
      blend(out, 4 * ((top + y) * size + left + x), [red, green, blue], alpha)
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
  paintGradient(data, raster, scene, grid)
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
