import type { Rgb } from '../design/color'
import { parseColor } from '../design/color'
import { isLoose, type Paint, type Scene, type SolidPattern } from '../design/scene'
import { type CornerStamp, cornerStamp, discCoverage, FULL } from './coverage'
import { type CoveredRow, coveredRows, RecentRows } from './covered-rows'
import { type PathStep, parsePath, placeSteps } from './path-data'
import type { PixelGrid } from './pixel-grid'

/** A paint and what shows through where it covers a pixel in part; null for the background of the code. */
export interface LayeredPaint {
  readonly paint: Paint
  readonly over: Rgb | null
}

/** A code as pixels: 0 is background, 1 + 15 k to 15 + 15 k is paint k at a coverage of 1 to 15 fifteenths. */
export interface IndexedRaster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly paints: readonly LayeredPaint[]
}

const isSamePaint = (a: Paint, b: Paint): boolean =>
  a === b ||
  (a !== 'gradient' && b !== 'gradient' && a.red === b.red && a.green === b.green && a.blue === b.blue)

/** Corners of a cell as bits, clockwise from the top left, and the two neighbours that meet at each. */
const CORNERS = [
  { bit: 1, dx: -1, dy: -1 },
  { bit: 2, dx: 1, dy: -1 },
  { bit: 4, dx: 1, dy: 1 },
  { bit: 8, dx: -1, dy: 1 },
] as const
const ALL_CORNERS = 15

/** Corners that the connected style rounds: of a dark module where both neighbours are light, and inner ones. */
function roundedCorners(scene: Scene, x: number, y: number, isDark: boolean): number {
  let found = 0
  for (const { bit, dx, dy } of CORNERS) {
    const beside = isLoose(scene, x + dx, y)
    const above = isLoose(scene, x, y + dy)
    if (isDark ? !beside && !above : beside && above && isLoose(scene, x + dx, y + dy)) found |= bit
  }
  return found
}

const frameRows = new RecentRows()

class Rasterizer {
  readonly pixels: Uint8Array
  readonly paints: LayeredPaint[] = []
  private readonly stamps = new Map<number, Uint8Array>()
  private readonly cornerStamps = new Map<number, CornerStamp>()

  constructor(
    private readonly scene: Scene,
    private readonly grid: PixelGrid,
  ) {
    this.pixels = new Uint8Array(grid.width * grid.height)
  }

  /** First palette index of a paint, less one: add the coverage. */
  baseOf(paint: Paint, over: Rgb | null = null): number {
    let index = this.paints.findIndex((known) => isSamePaint(known.paint, paint) && known.over === over)
    if (index < 0) index = this.paints.push({ paint, over }) - 1
    return index * FULL
  }

  /** A cell of one module as palette indices; dark or light, with some corners rounded. */
  private cell(isDark: boolean, corners: number, base: number): Uint8Array {
    const key = corners | (isDark ? 16 : 0)
    const known = this.stamps.get(key)
    if (known) return known
    const { scale } = this.grid
    const { style, radius } = this.scene.shape
    const coverage =
      style === 'dots'
        ? discCoverage(scale, radius * scale)
        : new Uint8Array(scale * scale).fill(isDark ? FULL : 0)
    if (style !== 'dots') carveCorners(coverage, scale, this.corner(radius), corners, !isDark)
    const stamp = coverage.map((level) => (level === 0 ? 0 : base + level))
    this.stamps.set(key, stamp)
    return stamp
  }

  /** Square modules need no soft edges: runs of them in one line of pixels, which is copied. */
  private drawSquares(): void {
    const { scene, pixels } = this
    const { scale, left, top, width } = this.grid
    const index = this.baseOf(scene.foreground) + FULL
    for (let y = 0; y < scene.size; y++) {
      const line = (top + y * scale) * width
      for (let x = 0; x < scene.size; x++) {
        const from = line + left + x * scale
        if (isLoose(scene, x, y)) pixels.fill(index, from, from + scale)
      }
      for (let row = 1; row < scale; row++) pixels.copyWithin(line + row * width, line, line + width)
    }
  }

  drawModules(): void {
    const { scene } = this
    const { scale, left, top, width } = this.grid
    const { style } = scene.shape
    if (style === 'square') {
      this.drawSquares()
      return
    }
    const base = this.baseOf(scene.foreground)
    for (let y = 0; y < scene.size; y++) {
      for (let x = 0; x < scene.size; x++) {
        const isDark = isLoose(scene, x, y)
        if (!isDark && style !== 'connected') continue
        const corners =
          style === 'connected' ? roundedCorners(scene, x, y, isDark) : style === 'rounded' ? ALL_CORNERS : 0
        if (!isDark && corners === 0) continue
        const stamp = this.cell(isDark, corners, base)
        const at = (top + y * scale) * width + left + x * scale
        for (let row = 0; row < scale; row++) {
          this.pixels.set(stamp.subarray(row * scale, (row + 1) * scale), at + row * width)
        }
      }
    }
  }

  private corner(radius: number): CornerStamp {
    const known = this.cornerStamps.get(radius)
    if (known) return known
    const stamp = cornerStamp(radius * this.grid.scale)
    this.cornerStamps.set(radius, stamp)
    return stamp
  }

  /** Sets a square of modules with rounded corners to full coverage, or to none for a hole. */
  private square(x: number, y: number, side: number, radius: number, base: number, isHole: boolean): void {
    const { pixels } = this
    const { scale, left, top, width: stride } = this.grid
    const width = side * scale
    const at = (top + y * scale) * stride + left + x * scale
    const index = isHole ? 0 : base + FULL
    for (let row = 0; row < width; row++) pixels.fill(index, at + row * stride, at + row * stride + width)
    if (radius === 0) return
    const { side: reach, coverage } = this.corner(radius)
    for (const { dx, dy } of CORNERS) {
      for (let row = 0; row < reach; row++) {
        const line = at + (dy < 0 ? row : width - 1 - row) * stride
        for (let column = 0; column < reach; column++) {
          const level = coverage[row * reach + column] as number
          const shown = isHole ? FULL - level : level
          pixels[line + (dx < 0 ? column : width - 1 - column)] = shown === 0 ? 0 : base + shown
        }
      }
    }
  }

  drawPattern({ x, y, side, frameRadius, dotRadius, framePaint, dotPaint }: SolidPattern): void {
    const frame = this.baseOf(framePaint)
    this.square(x, y, side, frameRadius, frame, false)
    this.square(x + 1, y + 1, side - 2, Math.max(0, frameRadius - 1), frame, true)
    this.square(x + 2, y + 2, side - 4, dotRadius, this.baseOf(dotPaint), false)
  }

  drawLogoBackground(): void {
    const { logo } = this.scene
    if (!logo?.background) return
    const { scale, left, top, width: stride } = this.grid
    const { x, y, width, height } = logo.layout.cleared
    const index = this.baseOf(logo.background) + FULL
    for (let row = 0; row < height * scale; row++) {
      const at = (top + y * scale + row) * stride + left + x * scale
      this.pixels.fill(index, at, at + width * scale)
    }
  }

  drawLogoPath(): void {
    const placed = this.scene.logo
    if (placed?.logo.kind !== 'path') return
    const { logo, layout, background } = placed
    const { scale } = this.grid
    const paint = logo.color === undefined ? this.scene.foreground : parseColor(logo.color, 'logo')
    const base = this.baseOf(paint, background)
    const left = Math.floor(this.grid.left + layout.cleared.x * scale)
    const top = Math.floor(this.grid.top + layout.cleared.y * scale)
    const width = layout.cleared.width * scale
    const height = layout.cleared.height * scale
    const unit = (layout.drawing.width / logo.width) * scale
    const steps = placeSteps(
      parsePath(logo.path),
      unit,
      this.grid.left + layout.drawing.x * scale - left,
      this.grid.top + layout.drawing.y * scale - top,
    )
    this.cover(steps, left, top, width, height, base)
  }

  /** Draws a path, in pixels from `left` and `top`, inside of a box. */
  private cover(
    steps: readonly PathStep[],
    left: number,
    top: number,
    width: number,
    height: number,
    base: number,
  ): void {
    this.paint(coveredRows(steps, width, height), left, top, base)
  }

  private paint(rows: readonly CoveredRow[], left: number, top: number, base: number): void {
    const { pixels } = this
    for (const { x, y, coverage } of rows) {
      const at = (top + y) * this.grid.width + left + x
      for (let column = 0; column < coverage.length; column++) {
        const level = coverage[column] as number
        if (level > 0) pixels[at + column] = base + level
      }
    }
  }

  drawFrame(): void {
    const { framePaths } = this.scene
    const { grid } = this
    const { width, height } = grid
    for (const { path, scale, x, y, paint, over } of framePaths) {
      const unit = scale * grid.scale
      const left = grid.left + x * grid.scale
      const top = grid.top + y * grid.scale
      const rows = frameRows.of(`${width} ${height} ${unit} ${left} ${top} ${path}`, () =>
        coveredRows(placeSteps(parsePath(path), unit, left, top), width, height),
      )
      this.paint(rows, 0, 0, this.baseOf(paint, over))
    }
  }
}

/**
 * Rounds corners of a square of coverage. A dark square loses the area outside the rounding; a light one (`isInverse`)
 * gains it.
 */
function carveCorners(
  coverage: Uint8Array,
  width: number,
  { side, coverage: corner }: CornerStamp,
  corners: number,
  isInverse: boolean,
): void {
  for (const { bit, dx, dy } of CORNERS) {
    if ((corners & bit) === 0) continue
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        const level = corner[row * side + column] as number
        const x = dx < 0 ? column : width - 1 - column
        const y = dy < 0 ? row : width - 1 - row
        coverage[y * width + x] = isInverse ? FULL - level : level
      }
    }
  }
}

/** Draws all of a scene but an image logo, which needs true colour. */
export function rasterize(scene: Scene, grid: PixelGrid): IndexedRaster {
  const rasterizer = new Rasterizer(scene, grid)
  rasterizer.drawFrame()
  rasterizer.drawModules()
  for (const pattern of scene.patterns) rasterizer.drawPattern(pattern)
  rasterizer.drawLogoBackground()
  rasterizer.drawLogoPath()
  return { width: grid.width, height: grid.height, pixels: rasterizer.pixels, paints: rasterizer.paints }
}
