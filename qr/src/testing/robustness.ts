import { DEFAULT_QR_SETTINGS } from '../design/settings'
import type { ScanDecoder } from '../scan-check'
import { type GrayImage, toRgba } from '../scan-check/gray-image'
import type { ErrorCorrectionLevel } from '../symbol/capacity'
import { encodeSymbol } from '../symbol/encode'
import { SCAN_DECODERS } from './decoders'
import { HELD_OUT_CONDITIONS, type HeldOutCondition, HeldOutPictures } from './held-out'
import { hasZbar, readWithZbar } from './zbar'

/** ZXing, jsQR and, where it is installed, zbar. */
export const JUDGES: readonly string[] = [
  ...SCAN_DECODERS.map(({ name }) => name),
  ...(hasZbar ? ['zbar'] : []),
]
/** Decoders that must read a condition. */
const ENOUGH = 2
/** Masks of the plain codes that must pass for a condition to count: one alone passes some by luck. */
const PLAIN_MASKS = [1, 3, 6]

/** 1 read, 0 not, -1 another text, null not asked. */
type Cell = 1 | 0 | -1 | null

export interface Robustness {
  /** Two decoders read it in every condition in which they read the plain code. */
  readonly isRobust: boolean
  readonly failed: readonly string[]
  /** Points of a hundred below the plain code over all conditions and decoders; NaN unless all were asked. */
  readonly lost: number
  readonly score: number
  /** Cells in which another text was read. */
  readonly wrong: number
}

const cellOf = (read: Uint8Array | null, expected: Uint8Array): Cell =>
  read === null ? 0 : Buffer.compare(read, expected) === 0 ? 1 : -1

async function askInProcess(decoder: ScanDecoder, picture: GrayImage, expected: Uint8Array): Promise<Cell> {
  return cellOf(await decoder.decode(toRgba(picture)), expected)
}

/** A cell for each judge; the costly jsQR is left out where the two others agree and `isComplete` does not ask for it. */
async function readConditions(
  pictures: HeldOutPictures,
  conditions: readonly HeldOutCondition[],
  frame: number,
  expected: Uint8Array,
  isComplete: boolean,
): Promise<Cell[][]> {
  const [zxing, jsqr] = SCAN_DECODERS as [ScanDecoder, ScanDecoder]
  const images: GrayImage[] = []
  for (const condition of conditions) images.push(await pictures.picture(condition, frame))
  const byZbar = hasZbar ? readWithZbar(images).map((read) => cellOf(read, expected)) : []
  const cells: Cell[][] = []
  for (const [index, image] of images.entries()) {
    const first = await askInProcess(zxing, image, expected)
    const third = byZbar[index]
    const isOpen = isComplete || third === undefined || (first === 1) !== (third === 1)
    const second = isOpen ? await askInProcess(jsqr, image, expected) : null
    cells.push(third === undefined ? [first, second] : [first, second, third])
  }
  return cells
}

const readers = (cells: readonly Cell[]): number => cells.filter((cell) => cell === 1).length

/** All conditions; a second frame for the cells of those that too few decoders read in the first. */
async function readAll(
  pictures: HeldOutPictures,
  expected: Uint8Array,
  isComplete: boolean,
): Promise<Cell[][]> {
  const cells = await readConditions(pictures, HELD_OUT_CONDITIONS, 0, expected, isComplete)
  const again = HELD_OUT_CONDITIONS.map((_, index) => index).filter(
    (index) =>
      HELD_OUT_CONDITIONS[index]?.frames === 2 &&
      (isComplete ? (cells[index] as Cell[]).includes(0) : readers(cells[index] as Cell[]) < ENOUGH),
  )
  const conditions = again.map((index) => HELD_OUT_CONDITIONS[index] as HeldOutCondition)
  const second = await readConditions(pictures, conditions, 1, expected, isComplete)
  for (const [place, index] of again.entries()) {
    cells[index] = (cells[index] as Cell[]).map((cell, judge) =>
      cell === 0 || cell === null ? ((second[place] as Cell[])[judge] as Cell) : cell,
    )
  }
  return cells
}

interface Plain {
  /** By condition. */
  readonly passes: readonly boolean[]
  readonly read: number
}

const plains = new Map<string, Promise<Plain>>()

async function readPlain(text: string, level: ErrorCorrectionLevel): Promise<Plain> {
  const expected = new TextEncoder().encode(text)
  const all: Cell[][][] = []
  for (const mask of PLAIN_MASKS) {
    const symbol = encodeSymbol(text, { level, mask })
    all.push(await readAll(HeldOutPictures.of(symbol, DEFAULT_QR_SETTINGS), expected, true))
  }
  return {
    passes: HELD_OUT_CONDITIONS.map((_, index) =>
      all.every((cells) => readers(cells[index] as Cell[]) >= ENOUGH),
    ),
    read: all.flat(2).filter((cell) => cell === 1).length / PLAIN_MASKS.length,
  }
}

/** What the plain code of a text and level reaches; read once. */
export function plainOf(text: string, level: ErrorCorrectionLevel): Promise<Plain> {
  const key = `${level} ${text}`
  const known = plains.get(key) ?? readPlain(text, level)
  plains.set(key, known)
  return known
}

/**
 * Judges pictures of a code under the held-out conditions, against the plain code of the same text and level.
 * @param isComplete asks all decoders everywhere, which `lost` and `score` need
 */
export async function judge(
  pictures: HeldOutPictures,
  text: string,
  level: ErrorCorrectionLevel,
  isComplete: boolean,
): Promise<Robustness> {
  const plain = await plainOf(text, level)
  const cells = await readAll(pictures, new TextEncoder().encode(text), isComplete)
  const failed = HELD_OUT_CONDITIONS.filter(
    (_, index) => plain.passes[index] && readers(cells[index] as Cell[]) < ENOUGH,
  ).map(({ name }) => name)
  const all = cells.flat()
  const read = readers(all)
  return {
    isRobust: failed.length === 0,
    failed,
    lost: isComplete ? (100 * (plain.read - read)) / all.length : Number.NaN,
    score: isComplete ? (100 * read) / all.length : Number.NaN,
    wrong: all.filter((cell) => cell === -1).length,
  }
}
