import type { PathStep } from './path-data'

type CurveStep = Extract<PathStep, { op: 'C' }>

/** Coverage of a pixel: 0 (none) to FULL, so that one paint takes fifteen palette entries. */
export const FULL = 15

const SLICES = 16

/** Coverage of the pixels of a square by a disc in its middle. Row-major, side × side. */
export function discCoverage(side: number, radius: number): Uint8Array {
  const coverage = new Uint8Array(side * side)
  const centre = side / 2
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      let area = 0
      for (let slice = 0; slice < SLICES; slice++) {
        const dx = x + (slice + 0.5) / SLICES - centre
        const half = Math.sqrt(Math.max(0, radius * radius - dx * dx))
        area += Math.max(0, Math.min(y + 1, centre + half) - Math.max(y, centre - half))
      }
      coverage[y * side + x] = Math.round((area / SLICES) * FULL)
    }
  }
  return coverage
}

export interface CornerStamp {
  /** Pixels a side. */
  readonly side: number
  /** Coverage of the rounded top left corner of a large square, row-major. */
  readonly coverage: Uint8Array
}

/** A corner rounded by a quarter circle of this radius in pixels. */
export function cornerStamp(radius: number): CornerStamp {
  const side = Math.ceil(radius)
  const coverage = new Uint8Array(side * side)
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      let area = 0
      for (let slice = 0; slice < SLICES; slice++) {
        const dx = radius - (x + (slice + 0.5) / SLICES)
        const edge = dx <= 0 ? 0 : radius - Math.sqrt(Math.max(0, radius * radius - dx * dx))
        area += Math.min(1, Math.max(0, y + 1 - edge))
      }
      coverage[y * side + x] = Math.round((area / SLICES) * FULL)
    }
  }
  return { side, coverage }
}

/** Straight edges that go down, from the uppermost on; one number of each kind an edge. */
interface Edges {
  readonly count: number
  readonly top: Float64Array
  readonly bottom: Float64Array
  /** Of its upper end, and how far the edge moves to the right for each pixel down. */
  readonly x: Float64Array
  readonly slope: Float64Array
  readonly winding: Int8Array
}

/** How far a straight part may be from its curve, in pixels: less than a shade of coverage. */
const FLATNESS = 0.04
const MAX_CURVE_PARTS = 64

/** Parts that a cubic curve needs, by the formula of Wang (1984): by the second differences of its control points. */
function curveParts(x: number, y: number, { x1, y1, x2, y2, x: endX, y: endY }: CurveStep): number {
  const bend = Math.max(
    Math.hypot(x - 2 * x1 + x2, y - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + endX, y1 - 2 * y2 + endY),
  )
  return Math.max(1, Math.min(MAX_CURVE_PARTS, Math.ceil(Math.sqrt((0.75 * bend) / FLATNESS))))
}

function edgesOf(steps: readonly PathStep[]): Edges {
  const found: [top: number, bottom: number, x: number, slope: number, winding: 1 | -1][] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const line = (toX: number, toY: number): void => {
    if (toY !== y) {
      const slope = (toX - x) / (toY - y)
      found.push(toY > y ? [y, toY, x, slope, 1] : [toY, y, toX, slope, -1])
    }
    x = toX
    y = toY
  }
  for (const step of steps) {
    if (step.op === 'Z') line(startX, startY)
    else if (step.op === 'C') {
      const [fromX, fromY] = [x, y]
      const parts = curveParts(x, y, step)
      for (let part = 1; part <= parts; part++) {
        const t = part / parts
        const u = 1 - t
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        line(
          a * fromX + b * step.x1 + c * step.x2 + d * step.x,
          a * fromY + b * step.y1 + c * step.y2 + d * step.y,
        )
      }
    } else if (step.op === 'L') line(step.x, step.y)
    else {
      line(startX, startY)
      x = startX = step.x
      y = startY = step.y
    }
  }
  line(startX, startY)
  found.sort((a, b) => a[0] - b[0])
  return {
    count: found.length,
    top: Float64Array.from(found, (edge) => edge[0]),
    bottom: Float64Array.from(found, (edge) => edge[1]),
    x: Float64Array.from(found, (edge) => edge[2]),
    slope: Float64Array.from(found, (edge) => edge[3]),
    winding: Int8Array.from(found, (edge) => edge[4]),
  }
}

/** Sample lines a pixel. */
const SAMPLES = 5
/** More than the rounding of all sums of a line, less than any part of a pixel that matters. */
const ROUNDING = 1e-6

/** Takes the coverage of the pixels of a row from `from` up to `to`, excluded; the others are not covered. */
export type PaintRow = (y: number, from: number, to: number, coverage: Uint8Array) => void

/**
 * Adds up the spans of a row's sample lines as changes from one pixel to the next: the sum of all up to a pixel is its
 * covered part. A span takes four numbers, however long it is.
 */
class RowOfSpans {
  readonly #changes: Float64Array
  readonly #coverage: Uint8Array
  readonly #width: number
  /** The pixels that have changes. */
  #from = 0
  #to = 0

  constructor(width: number) {
    this.#changes = new Float64Array(width + 2)
    this.#coverage = new Uint8Array(width)
    this.#width = width
    this.#from = width
  }

  add(from: number, to: number): void {
    const start = Math.max(0, from)
    const end = Math.min(this.#width, to)
    if (end <= start) return
    const first = Math.floor(start)
    const last = Math.floor(end)
    const changes = this.#changes
    changes[first] = (changes[first] as number) + 1 - (start - first)
    changes[first + 1] = (changes[first + 1] as number) + (start - first)
    changes[last] = (changes[last] as number) - 1 + (end - last)
    changes[last + 1] = (changes[last + 1] as number) - (end - last)
    if (first < this.#from) this.#from = first
    if (last >= this.#to) this.#to = last + 1
  }

  /** Gives the row away and begins the next. */
  paint(y: number, paint: PaintRow): void {
    const from = this.#from
    const to = Math.min(this.#to, this.#width)
    if (from >= to) return
    let sum = 0
    let level = 0
    for (let x = from; x < to; x++) {
      const change = this.#changes[x] as number
      if (change !== 0) {
        sum += change
        level = Math.round((sum / SAMPLES) * FULL + ROUNDING)
      }
      this.#coverage[x] = level
    }
    paint(y, from, to, this.#coverage)
    this.#changes.fill(0, from, this.#to + 1)
    this.#from = this.#width
    this.#to = 0
  }
}

/** Fills a path in pixels inside of a width × height box, non-zero winding, row by row. */
export function coverPath(
  steps: readonly PathStep[],
  width: number,
  height: number,
  paintRow: PaintRow,
): void {
  const { count, top, bottom, x, slope, winding } = edgesOf(steps)
  const row = new RowOfSpans(width)
  // Edges that the sample line crosses, from left to right, and where. Their order hardly changes from line to line.
  const open = new Int32Array(count)
  const crossings = new Float64Array(count)
  let opened = 0
  let next = 0
  for (let y = 0; y < height; y++) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const at = y + (sample + 0.5) / SAMPLES
      for (; next < count && (top[next] as number) <= at; next++) open[opened++] = next
      let kept = 0
      for (let index = 0; index < opened; index++) {
        const edge = open[index] as number
        if ((bottom[edge] as number) <= at) continue
        const crossing = (x[edge] as number) + (slope[edge] as number) * (at - (top[edge] as number))
        let place = kept++
        for (; place > 0 && (crossings[place - 1] as number) > crossing; place--) {
          crossings[place] = crossings[place - 1] as number
          open[place] = open[place - 1] as number
        }
        crossings[place] = crossing
        open[place] = edge
      }
      opened = kept
      let sum = 0
      let from = 0
      for (let index = 0; index < opened; index++) {
        const crossing = crossings[index] as number
        if (sum === 0) from = crossing
        sum += winding[open[index] as number] as number
        if (sum === 0) row.add(from, crossing)
      }
    }
    row.paint(y, paintRow)
  }
}
