import type { PathStep } from './path-data'

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

/** Contours that belong together: a letter with its holes, or a mark of its own. */
export interface OutlinePart {
  /** Where its first contour begins. */
  readonly x: number
  readonly y: number
  /** From there. */
  readonly steps: readonly PathStep[]
  readonly bounds: Readonly<Bounds>
}

/** Splits the outline of a line of text, so that equal letters are equal parts wherever they stand. */
export function outlineParts(steps: readonly PathStep[]): OutlinePart[] {
  const groups: { steps: PathStep[]; bounds: Bounds }[] = []
  for (const contour of contoursOf(steps)) {
    const bounds = boundsOf(contour)
    const group = groups.find((known) => holds(known.bounds, bounds) || holds(bounds, known.bounds))
    if (!group) groups.push({ steps: contour, bounds })
    else {
      group.steps.push(...contour)
      group.bounds = holds(group.bounds, bounds) ? group.bounds : bounds
    }
  }
  return groups.map(({ steps: own, bounds }) => {
    const [first] = own
    const [x, y] = first && first.op !== 'Z' ? [first.x, first.y] : [0, 0]
    const moved = {
      left: bounds.left - x,
      top: bounds.top - y,
      right: bounds.right - x,
      bottom: bounds.bottom - y,
    }
    return { x, y, steps: own.map((step) => from(step, x, y)), bounds: moved }
  })
}

function contoursOf(steps: readonly PathStep[]): PathStep[][] {
  const contours: PathStep[][] = []
  for (const step of steps) {
    if (step.op === 'M') contours.push([])
    contours.at(-1)?.push(step)
  }
  return contours
}

function boundsOf(contour: readonly PathStep[]): Bounds {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  const add = (x: number, y: number): void => {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  for (const step of contour) {
    if (step.op === 'Z') continue
    add(step.x, step.y)
    if (step.op !== 'C') continue
    add(step.x1, step.y1)
    add(step.x2, step.y2)
  }
  return bounds
}

const holds = (outer: Bounds, inner: Bounds): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom

function from(step: PathStep, x: number, y: number): PathStep {
  if (step.op === 'Z') return step
  if (step.op !== 'C') return { op: step.op, x: step.x - x, y: step.y - y }
  const { x1, y1, x2, y2 } = step
  return { op: 'C', x1: x1 - x, y1: y1 - y, x2: x2 - x, y2: y2 - y, x: step.x - x, y: step.y - y }
}
