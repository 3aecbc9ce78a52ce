import { DEFAULT_QR_SETTINGS } from '../design/settings'
import type { ScanDecoder } from '../scan-check'
import { type GrayImage, toRgba } from '../scan-check/gray-image'
import type { ErrorCorrectionLevel } from '../symbol/capacity'
import { encodeSymbol } from '../symbol/encode'
import { SCAN_DECODERS } from './decoders'
import { FRAMES, HELD_OUT_CONDITIONS, HeldOutPictures } from './held-out'
import { hasZbar, readWithZbar } from './zbar'

/** ZXing, jsQR and, where it is installed, zbar. */
export const JUDGES: readonly string[] = [
  ...SCAN_DECODERS.map(({ name }) => name),
  ...(hasZbar ? ['zbar'] : []),
]
/** Decoders that must read a condition. */
const ENOUGH = 2
/** Masks of the plain codes that must pass for a condition to count: a single one passes some by chance. */
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

async function checkInProcess(decoder: ScanDecoder, picture: GrayImage, expected: Uint8Array): Promise<Cell> {
  return cellOf(await decoder.decode(toRgba(picture)), expected)
}

/** The state of a judge after one more picture; reading a wrong text is never forgiven. */
function merge(known: Cell, found: Cell): Cell {
  if (known === -1 || found === -1) return -1
  if (known === 1 || found === 1) return 1
  return known ?? found
}

const readers = (cells: readonly Cell[]): number => cells.filter((cell) => cell === 1).length

/** Whether one more picture of a condition can change the result. */
const isOpen = (cells: readonly Cell[], isComplete: boolean): boolean =>
  isComplete ? cells.some((cell) => cell !== 1) : readers(cells) < ENOUGH

const [ZXING, JSQR] = SCAN_DECODERS as [ScanDecoder, ScanDecoder]

/**
 * A cell for each judge and condition: whether it reads one of the pictures that a camera takes.
 * @param isComplete asks all judges; else the costly jsQR only where it decides whether two of them read
 */
async function readAll(
  pictures: HeldOutPictures,
  expected: Uint8Array,
  isComplete: boolean,
): Promise<Cell[][]> {
  const cells = HELD_OUT_CONDITIONS.map((): Cell[] => JUDGES.map(() => null))
  const taken = HELD_OUT_CONDITIONS.map((): GrayImage[] => [])
  const learn = (condition: number, judge: number, found: Cell): void => {
    const known = cells[condition] as Cell[]
    known[judge] = merge(known[judge] as Cell, found)
  }
  for (let frame = 0; frame < FRAMES; frame++) {
    const open = [...cells.keys()].filter((index) => isOpen(cells[index] as Cell[], isComplete))
    const images: GrayImage[] = []
    for (const index of open) {
      const condition = HELD_OUT_CONDITIONS[index] as (typeof HELD_OUT_CONDITIONS)[number]
      images.push(await pictures.picture(condition, frame))
    }
    const byZbar = hasZbar ? readWithZbar(images) : []
    for (const [at, index] of open.entries()) {
      const image = images[at] as GrayImage
      taken[index]?.push(image)
      if (hasZbar) learn(index, 2, cellOf(byZbar[at] as Uint8Array | null, expected))
      learn(index, 0, await checkInProcess(ZXING, image, expected))
      if (isComplete || !hasZbar) learn(index, 1, await checkInProcess(JSQR, image, expected))
    }
  }
  // where one of the others reads, jsQR decides, and may read another picture than that one
  for (const [index, known] of cells.entries()) {
    for (const image of known[1] === null && readers(known) === 1 ? (taken[index] as GrayImage[]) : []) {
      learn(index, 1, await checkInProcess(JSQR, image, expected))
      if (readers(known) === ENOUGH) break
    }
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

/** The score of the plain code of a text and level; computed once. */
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
