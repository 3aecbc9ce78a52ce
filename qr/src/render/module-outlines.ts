import type { QrSymbol } from '../symbol/encode'

/**
 * The sides of dark modules that leave a corner point with dark on their right, a bit for each direction (1 east, 2
 * south, 4 west, 8 north), by the modules around it (8 above left, 4 below left, 2 above right, 1 below right). Two
 * leave where two dark modules meet only at their corners.
 */
const SIDES = Uint8Array.of(0, 1, 8, 8, 2, 1, 10, 8, 4, 5, 4, 4, 2, 1, 2, 0)
/** Added where two modules meet at their corners: an outline goes around both, or stays with its module. */
const JOINED = 16
const APART = 32

/** The direction (0 east to 3 north) of the only side that leaves, by its bit; −1 where none does. */
const DIRECTION = Int8Array.of(-1, 0, 1, -1, 2, -1, -1, -1, 3)

const LONGEST = 177
const texts = (command: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${command}${from + index}`)
const RELATIVE_X = texts('h', -LONGEST, LONGEST)
const RELATIVE_Y = texts('v', -LONGEST, LONGEST)
const ABSOLUTE_X = texts('H', 0, 9)
const ABSOLUTE_Y = texts('V', 0, 9)

/** A line by `moved` to `to`: relative, or absolute where that is shorter. */
function lineText(
  relative: readonly string[],
  absolute: readonly string[],
  moved: number,
  to: number,
): string {
  const isShorter = to < 10 && (moved < 0 || moved > 9)
  return (isShorter ? absolute[to] : relative[moved + LONGEST]) as string
}

/**
 * Path data of the filled outlines of the dark modules, each side once: clockwise around dark and the other way around
 * holes, so that both fill rules agree. Parts that meet only at a corner share an outline as long as they close no ring,
 * which saves the moves between them.
 * @param margin modules added on the left and the top
 */
export function moduleOutlines(symbol: QrSymbol, margin: number): string {
  const side = symbol.size + 1
  const points = cornerPoints(symbol)
  let path = ''
  let [fromX, fromY] = [0, 0]
  for (let start = 0; start < points.length; start++) {
    // every outline has a side that runs east
    while (((points[start] as number) & 1) === 1) {
      const [x, y] = [(start % side) + margin, Math.floor(start / side) + margin]
      const absolute = `M${x} ${y}`
      const relative = `m${x - fromX}${y < fromY ? '' : ' '}${y - fromY}`
      path += relative.length < absolute.length ? relative : absolute
      path += outlineFrom(start, points, side, x, y)
      fromX = x
      fromY = y
    }
  }
  return path
}

/** Follows an outline eastwards from a point at x, y until it closes, and removes its sides. */
function outlineFrom(start: number, points: Uint8Array, side: number, startX: number, startY: number) {
  const steps = [1, side, -1, -side]
  let path = ''
  let at = start
  let direction = 0
  let x = startX
  let y = startY
  for (;;) {
    const bit = 1 << direction
    const step = steps[direction] as number
    let length = 0
    let point: number
    do {
      points[at] = (points[at] as number) & ~bit
      at += step
      length++
      point = points[at] as number
    } while (point === bit)
    const next = point < JOINED ? (DIRECTION[point] as number) : turnAt(point, direction)
    if (next < 0) return `${path}z`
    const moved = direction < 2 ? length : -length
    if (direction === 0 || direction === 2) {
      x += moved
      path += lineText(RELATIVE_X, ABSOLUTE_X, moved, x)
    } else {
      y += moved
      path += lineText(RELATIVE_Y, ABSOLUTE_Y, moved, y)
    }
    direction = next
  }
}

/** Where an outline continues from a point where modules meet; −1 where it is closed. */
function turnAt(point: number, direction: number): number {
  const next = (direction + (point & JOINED ? 3 : 1)) & 3
  return (point >> next) & 1 ? next : -1
}

/** The points row by row, one more than modules each way. */
function cornerPoints({ size, modules }: QrSymbol): Uint8Array {
  const side = size + 1
  const points = new Uint8Array(side * side)
  const parts = new Uint16Array(size * size)
  const meetings: number[] = []
  for (let y = 0, point = 0, cell = 0; y < side; y++, point++) {
    let left = 0
    for (let x = 0; x < size; x++, point++, cell++) {
      const right =
        2 * (y > 0 ? (modules[cell - size] as number) : 0) + (y < size ? (modules[cell] as number) : 0)
      const around = 4 * left + right
      points[point] = SIDES[around] as number
      if (right === 3 && left !== 3) {
        if (left === 1) join(parts, cell - 1, cell - size)
        parts[cell] = parts[cell - size] as number
      } else if (right & 1) parts[cell] = left & 1 ? (parts[cell - 1] as number) : cell
      if (around === 6 || around === 9) meetings.push(point, cell)
      left = right
    }
    points[point] = SIDES[4 * left] as number
  }
  for (let index = 0; index < meetings.length; index += 2) {
    const [point, cell] = [meetings[index] as number, meetings[index + 1] as number]
    const joins =
      points[point] === 5 ? join(parts, cell, cell - size - 1) : join(parts, cell - 1, cell - size)
    points[point] = (points[point] as number) | (joins ? JOINED : APART)
  }
  return points
}

/** The root module of a connected component; halves the path to it. */
function partOf(parts: Uint16Array, cell: number): number {
  let at = cell
  for (let parent = parts[at] as number; parent !== at; parent = parts[at] as number) {
    parts[at] = parts[parent] as number
    at = parent
  }
  return at
}

/** Makes one part of two; whether they were apart until now. */
function join(parts: Uint16Array, a: number, b: number): boolean {
  const [partA, partB] = [partOf(parts, a), partOf(parts, b)]
  parts[partA] = partB
  return partA !== partB
}
