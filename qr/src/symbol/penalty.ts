import { MAX_VERSION, sizeOfVersion } from './capacity'
import { bitCount, MODULES_PER_WORD, type PackedMatrix, wordsPerLine } from './packed'

/** Points of ISO/IEC 18004 table 11. */
const BLOCK_POINTS = 3
const FINDER_POINTS = 40
const BALANCE_POINTS = 10

/** Lines summed in bit planes before they are counted: four planes hold what ten lines can add (see below). */
const LINES_PER_COUNT = 10

/** Whether the four lines from `from` exist and are light; one bit for each column of the word. */
function lightLines(matrix: PackedMatrix, at: number, from: number, size: number): number {
  if (from < 0 || from + 4 > size) return 0
  const first = at + from
  return ~(
    (matrix[first] as number) |
    (matrix[first + 1] as number) |
    (matrix[first + 2] as number) |
    (matrix[first + 3] as number)
  )
}

/**
 * Penalty of the runs and the finder-like patterns that cross the lines, in 31 columns at once.
 *
 * A run of n ≥ 5 equal modules costs n − 2 (N1 = 3 and one for each further module): one for each line that ends
 * five equal modules, and two more for the first such line of the run. Both are added up as bit planes: in any ten
 * lines a column adds at most 10 + 2 · 2 = 14, which four planes hold.
 */
function crossingPenalty(matrix: PackedMatrix, size: number, word: number, columns: number): number {
  const at = word * size
  let penalty = 0
  let x1 = matrix[at] as number
  let x2 = 0
  let x3 = 0
  let lightDark1 = 0
  let lightDark2 = 0
  let lightDark3 = 0
  let lightDark4 = 0
  let equal1 = 0
  let three1 = 0
  let three2 = 0
  let five1 = 0
  let ones = 0
  let twos = 0
  let fours = 0
  let eights = 0
  let held = 0
  for (let y = 1; y < size; y++) {
    const x = matrix[at + y] as number
    const equal = ~(x ^ x1)
    const three = equal & equal1
    const five = three & three2 & columns
    const starts = five & ~five1
    const carry1 = ones & five
    ones ^= five
    const either = twos ^ starts
    const carry2 = (twos & starts) | (either & carry1)
    twos = either ^ carry1
    eights ^= fours & carry2
    fours ^= carry2
    if (++held === LINES_PER_COUNT) {
      penalty += bitCount(ones) + 2 * bitCount(twos) + 4 * bitCount(fours) + 8 * bitCount(eights)
      ones = twos = fours = eights = held = 0
    }
    // dark light dark, dark, dark light dark: the 1:1:3:1:1 of a finder
    const lightDark = x & ~x1 & x2
    const finder = lightDark & lightDark4 & x3 & columns
    if (finder !== 0) {
      const hasLight = lightLines(matrix, at, y - 10, size) | lightLines(matrix, at, y + 1, size)
      penalty += FINDER_POINTS * bitCount(finder & hasLight)
    }
    lightDark4 = lightDark3
    lightDark3 = lightDark2
    lightDark2 = lightDark1
    lightDark1 = lightDark
    x3 = x2
    x2 = x1
    x1 = x
    three2 = three1
    three1 = three
    equal1 = equal
    five1 = five
  }
  return penalty + bitCount(ones) + 2 * bitCount(twos) + 4 * bitCount(fours) + 8 * bitCount(eights)
}

/** Penalty of the 2 × 2 blocks of one colour, overlapping blocks counted each (N2). */
function blockPenalty(rows: PackedMatrix, size: number, word: number, columns: number): number {
  const at = word * size
  let above = rows[at] as number
  let blocks = 0
  // The last column has no right neighbour; in other words bit 31 is the first column of the next word.
  const pairs = columns === 0x7fffffff && at + size < rows.length ? columns : columns >>> 1
  for (let y = 1; y < size; y++) {
    const row = rows[at + y] as number
    const equal = ~(row ^ above)
    blocks += bitCount(equal & (equal >>> 1) & ~(row ^ (row >>> 1)) & pairs)
    above = row
  }
  return blocks * BLOCK_POINTS
}

function darkModules(rows: PackedMatrix): number {
  let dark = 0
  // bit 31 is the first module of the next word
  for (let at = 0; at < rows.length; at++) dark += bitCount((rows[at] as number) & 0x7fffffff)
  return dark
}

const MAX_PAIRED = 16
const pairedLines: PackedMatrix = new Int32Array(sizeOfVersion(MAX_VERSION))

/**
 * Penalty of the lines that cross a word of the rows and the same word of the columns; if it is at most half full, as
 * the last one mostly is, both halves are judged in one word.
 */
function bothCrossingPenalties(
  rows: PackedMatrix,
  columns: PackedMatrix,
  size: number,
  word: number,
  lanes: number,
): number {
  const used = usedBits(lanes)
  if (lanes > MAX_PAIRED) {
    return crossingPenalty(rows, size, word, used) + crossingPenalty(columns, size, word, used)
  }
  const at = word * size
  for (let line = 0; line < size; line++) {
    pairedLines[line] = (rows[at + line] as number) | ((columns[at + line] as number) << MAX_PAIRED)
  }
  return crossingPenalty(pairedLines, size, 0, used | (used << MAX_PAIRED))
}

const usedBits = (lanes: number): number => (lanes === MODULES_PER_WORD ? 0x7fffffff : (1 << lanes) - 1)

/** Ten points for each full 5 % that the share of dark modules is away from one half (N4). */
export function balancePenalty(dark: number, modules: number): number {
  return BALANCE_POINTS * Math.floor((Math.abs(2 * dark - modules) * 10) / modules)
}

/**
 * Penalty of a masked symbol by ISO/IEC 18004 §7.8.3 and table 11: runs of five and more in rows and columns, 2 × 2
 * blocks, patterns like a finder that have four light modules of the symbol before or after (counted once), and the
 * share of dark modules.
 * @param rows the packed rows
 * @param columns the same symbol transposed
 * @param limit when the sum passes it, the count stops and some sum above the limit is returned
 */
export function maskPenalty(
  rows: PackedMatrix,
  columns: PackedMatrix,
  size: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  const words = wordsPerLine(size)
  let penalty = 0
  for (let word = 0; word < words; word++) {
    const lanes = Math.min(MODULES_PER_WORD, size - word * MODULES_PER_WORD)
    penalty += bothCrossingPenalties(rows, columns, size, word, lanes)
    penalty += blockPenalty(rows, size, word, usedBits(lanes))
    if (penalty > limit) return penalty
  }
  return penalty + balancePenalty(darkModules(rows), size * size)
}
