import type { PathStep } from './path-data'

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

interface Edge {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly winding: 1 | -1
}

const CURVE_PARTS = 12

/** The steps as straight edges that go down; curves in twelve parts. */
function edgesOf(steps: readonly PathStep[]): Edge[] {
  const edges: Edge[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const line = (toX: number, toY: number): void => {
    if (toY > y) edges.push({ x1: x, y1: y, x2: toX, y2: toY, winding: 1 })
    else if (toY < y) edges.push({ x1: toX, y1: toY, x2: x, y2: y, winding: -1 })
    x = toX
    y = toY
  }
  for (const step of steps) {
    if (step.op === 'Z') line(startX, startY)
    else if (step.op === 'C') {
      const [fromX, fromY] = [x, y]
      for (let part = 1; part <= CURVE_PARTS; part++) {
        const t = part / CURVE_PARTS
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
  return edges
}

/** Sample lines a pixel. */
const SAMPLES = 5

/** Adds the part of each pixel of a line that lies between two places. */
function addSpan(line: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from)
  const end = Math.min(line.length, to)
  if (end <= start) return
  const add = (x: number, part: number): void => {
    line[x] = (line[x] as number) + part
  }
  const [first, last] = [Math.floor(start), Math.floor(end)]
  if (first === last) {
    add(first, end - start)
    return
  }
  add(first, first + 1 - start)
  for (let x = first + 1; x < last; x++) line[x] = (line[x] as number) + 1
  if (last < line.length) add(last, end - last)
}

/** Coverage of a width × height box by a path in pixels, non-zero winding, row-major. */
export function pathCoverage(steps: readonly PathStep[], width: number, height: number): Uint8Array {
  const coverage = new Uint8Array(width * height)
  const edges = edgesOf(steps).sort((a, b) => a.y1 - b.y1)
  let open: Edge[] = []
  let next = 0
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    line.fill(0)
    for (let sample = 0; sample < SAMPLES; sample++) {
      const at = y + (sample + 0.5) / SAMPLES
      for (; next < edges.length && (edges[next] as Edge).y1 <= at; next++) open.push(edges[next] as Edge)
      open = open.filter(({ y2 }) => y2 > at)
      const crossings = open
        .map(({ x1, y1, x2, y2, winding }) => ({ x: x1 + ((at - y1) / (y2 - y1)) * (x2 - x1), winding }))
        .sort((a, b) => a.x - b.x)
      let winding = 0
      let from = 0
      for (const crossing of crossings) {
        if (winding === 0) from = crossing.x
        winding += crossing.winding
        if (winding === 0) addSpan(line, from, crossing.x)
      }
    }
    for (let x = 0; x < width; x++)
      coverage[y * width + x] = Math.round(((line[x] as number) / SAMPLES) * FULL)
  }
  return coverage
}
