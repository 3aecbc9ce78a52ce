import { type Contour, KAPPA } from '../design/contours'
import { QrDesignError } from '../design-error'

/** A drawing instruction; curves are cubic. Coordinates are absolute. */
export type PathStep =
  | { readonly op: 'M' | 'L'; readonly x: number; readonly y: number }
  | {
      readonly op: 'C'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly op: 'Z' }

/** A corner of a contour: where the rounding starts and ends. */
export interface Corner {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly startX: number
  readonly startY: number
  readonly endX: number
  readonly endY: number
}

/** The corners with the ends of their roundings. */
export function corners(contour: Contour): Corner[] {
  const count = contour.length / 3
  const at = (index: number, part: number): number => contour[((index + count) % count) * 3 + part] as number
  return Array.from({ length: count }, (_, index) => {
    const [x, y, radius] = [at(index, 0), at(index, 1), at(index, 2)]
    return {
      x,
      y,
      radius,
      startX: x + Math.sign(at(index - 1, 0) - x) * radius,
      startY: y + Math.sign(at(index - 1, 1) - y) * radius,
      endX: x + Math.sign(at(index + 1, 0) - x) * radius,
      endY: y + Math.sign(at(index + 1, 1) - y) * radius,
    }
  })
}

/** The contour as lines and cubics. */
export function contourSteps(contour: Contour): PathStep[] {
  const steps: PathStep[] = []
  for (const [index, { x, y, radius, startX, startY, endX, endY }] of corners(contour).entries()) {
    steps.push({ op: index === 0 ? 'M' : 'L', x: startX, y: startY })
    if (radius === 0) continue
    const toward = (from: number, to: number): number => from + (to - from) * KAPPA
    steps.push({
      op: 'C',
      x1: toward(startX, x),
      y1: toward(startY, y),
      x2: toward(endX, x),
      y2: toward(endY, y),
      x: endX,
      y: endY,
    })
  }
  steps.push({ op: 'Z' })
  return steps
}

const TOKEN = /([MLHVQCZ])|(-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)|[\s,]+|(.)/giy
const MAX_PATH_LENGTH = 400_000

/** Commands and numbers of path data; anything else is refused. */
function tokens(path: string): (string | number)[] {
  if (path.length > MAX_PATH_LENGTH) throw new QrDesignError('logo', 'invalid-logo')
  const found: (string | number)[] = []
  for (const [, command, number, other] of path.matchAll(TOKEN)) {
    if (other !== undefined) throw new QrDesignError('logo', 'invalid-logo')
    if (command !== undefined) found.push(command)
    else if (number !== undefined) found.push(Number(number))
  }
  return found
}

/**
 * Reads SVG path data of the absolute commands M, L, H, V, Q, C and Z.
 * @throws {QrDesignError} `invalid-logo` for anything else
 */
export function parsePath(path: string): PathStep[] {
  const steps: PathStep[] = []
  const rest = tokens(path)
  let at = 0
  let command = ''
  let x = 0
  let y = 0
  const number = (): number => {
    const value = rest[at++]
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new QrDesignError('logo', 'invalid-logo')
    return value
  }
  while (at < rest.length) {
    const token = rest[at] as string | number
    if (typeof token === 'string') {
      command = token
      at++
    } else if (command === '' || command === 'Z') throw new QrDesignError('logo', 'invalid-logo')
    if (command === 'Z') steps.push({ op: 'Z' })
    else if (command === 'M' || command === 'L' || command === 'H' || command === 'V') {
      if (command !== 'V') x = number()
      if (command !== 'H') y = number()
      steps.push({ op: command === 'M' ? 'M' : 'L', x, y })
      if (command === 'M') command = 'L'
    } else if (command === 'Q') {
      const [cx, cy, toX, toY] = [number(), number(), number(), number()]
      steps.push({
        op: 'C',
        x1: x + ((cx - x) * 2) / 3,
        y1: y + ((cy - y) * 2) / 3,
        x2: toX + ((cx - toX) * 2) / 3,
        y2: toY + ((cy - toY) * 2) / 3,
        x: toX,
        y: toY,
      })
      x = toX
      y = toY
    } else if (command === 'C') {
      const [x1, y1, x2, y2] = [number(), number(), number(), number()]
      x = number()
      y = number()
      steps.push({ op: 'C', x1, y1, x2, y2, x, y })
    } else throw new QrDesignError('logo', 'invalid-logo')
  }
  return steps
}

/** The steps scaled and moved: x · scale + dx. */
export function placeSteps(steps: readonly PathStep[], scale: number, dx: number, dy: number): PathStep[] {
  const px = (x: number): number => x * scale + dx
  const py = (y: number): number => y * scale + dy
  return steps.map((step) => {
    if (step.op === 'Z') return step
    if (step.op !== 'C') return { op: step.op, x: px(step.x), y: py(step.y) }
    return {
      op: 'C',
      x1: px(step.x1),
      y1: py(step.y1),
      x2: px(step.x2),
      y2: py(step.y2),
      x: px(step.x),
      y: py(step.y),
    }
  })
}
