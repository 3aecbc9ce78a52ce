/**
 * A closed outline of straight lines that meet at right angles, each corner rounded by a quarter of a circle. Flat
 * triples x, y, radius in modules from the top left of the symbol. Outlines run clockwise around dark, so that holes run
 * the other way and both fill rules agree.
 */
export type Contour = readonly number[]

/** Distance of the control points of a cubic for a quarter of a circle, as a share of the radius. */
export const KAPPA = 0.5522847498

export const rectangle = (x: number, y: number, width: number, height: number, radius: number): Contour => [
  ...[x, y, radius],
  ...[x + width, y, radius],
  ...[x + width, y + height, radius],
  ...[x, y + height, radius],
]

/** The same outline in the other direction: a hole. */
export function reversed(contour: Contour): Contour {
  const out: number[] = []
  for (let at = contour.length - 3; at >= 0; at -= 3) {
    out.push(contour[at] as number, contour[at + 1] as number, contour[at + 2] as number)
  }
  return out
}

/** Steps east, south, west, north. */
const STEP_X = [1, 0, -1, 0]
const STEP_Y = [0, 1, 0, -1]

/**
 * The outlines of the dark modules of a square matrix, joined where modules share a side; modules that meet only at a
 * corner stay apart. Every corner gets the radius, which must not exceed one half.
 * @param isDark false outside the matrix
 */
export function traceContours(
  size: number,
  isDark: (x: number, y: number) => boolean,
  radius: number,
): Contour[] {
  const side = size + 1
  // one bit for each direction in which a side of a dark module leaves this corner point, dark on the right
  const leaving = new Uint8Array(side * side)
  const add = (x: number, y: number, direction: number): void => {
    leaving[y * side + x] = (leaving[y * side + x] as number) | (1 << direction)
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue
      if (!isDark(x, y - 1)) add(x, y, 0)
      if (!isDark(x + 1, y)) add(x + 1, y, 1)
      if (!isDark(x, y + 1)) add(x + 1, y + 1, 2)
      if (!isDark(x - 1, y)) add(x, y + 1, 3)
    }
  }
  const contours: Contour[] = []
  for (let start = 0; start < leaving.length; start++) {
    // every outline has a side that runs east
    while (((leaving[start] as number) & 1) !== 0) contours.push(walk(leaving, side, start, radius))
  }
  return contours
}

/** Turns in the order of trial, as steps of direction: right keeps to the same module, then straight on, then left. */
const TURNS = [1, 0, 3]

/** Follows the sides from a corner point that a side leaves eastwards, and removes them. */
function walk(leaving: Uint8Array, side: number, start: number, radius: number): Contour {
  const contour: number[] = []
  let at = start
  let direction = 0
  let before = -1
  do {
    if (direction !== before) contour.push(at % side, Math.floor(at / side), radius)
    leaving[at] = (leaving[at] as number) & ~(1 << direction)
    at += (STEP_X[direction] as number) + side * (STEP_Y[direction] as number)
    before = direction
    const open = (leaving[at] as number) | (at === start ? 1 : 0)
    const turn = TURNS.find((candidate) => (open >> ((before + candidate) % 4)) & 1) ?? 0
    direction = (before + turn) % 4
  } while (at !== start || direction !== 0)
  // the start is no corner when the walk came back in the direction in which it left
  if (before === 0) contour.splice(0, 3)
  return contour
}
