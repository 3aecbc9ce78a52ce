import type { ErrorCorrectionLevel } from './capacity'
import { bchRemainder, DATA, formatPositions, type SymbolLayout } from './layout'
import { type PackedMatrix, packedLength, packRows, setPacked, transposePacked, unpackRows } from './packed'
import { maskPenalty } from './penalty'

type MaskCondition = (x: number, y: number) => boolean

/** By mask number for row y and column x, ISO/IEC 18004 table 10. */
const MASKS: readonly MaskCondition[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

const MASK_COUNT = MASKS.length

/** Level bits of the format information, ISO/IEC 18004 table 12. */
const LEVEL_BITS: Readonly<Record<ErrorCorrectionLevel, number>> = { L: 0b01, M: 0b00, Q: 0b11, H: 0b10 }

/** The 15 bits of level and mask: BCH(15,5) of annex C, masked so that they are never all light (§7.9). */
export function formatBits(level: ErrorCorrectionLevel, mask: number): number {
  const data = (LEVEL_BITS[level] << 3) | mask
  return ((data << 10) | bchRemainder(data, 0b10100110111, 10)) ^ 0b101010000010010
}

/** What each mask changes of a symbol whose data is placed: inverted data modules, dark modules of the format. */
interface LevelMasks {
  /** By mask, by rows and transposed. */
  readonly rows: readonly PackedMatrix[]
  readonly columns: readonly PackedMatrix[]
}

interface MaskTables {
  /** The data modules that each mask inverts. */
  readonly rows: readonly PackedMatrix[]
  /** The same as bytes, row-major, by mask; made when first used. */
  readonly bytes: (Uint8Array | undefined)[]
  readonly formatPositions: ReturnType<typeof formatPositions>
  /** Made when first used. */
  readonly byLevel: Partial<Record<ErrorCorrectionLevel, LevelMasks>>
  /** Scratch of this size: the symbol without mask, and the one under trial. */
  readonly base: { readonly rows: PackedMatrix; readonly columns: PackedMatrix }
  readonly trial: { readonly rows: PackedMatrix; readonly columns: PackedMatrix }
}

const newMatrix = (size: number): PackedMatrix => new Int32Array(packedLength(size))

function buildTables({ size, parts }: SymbolLayout): MaskTables {
  return {
    rows: MASKS.map((isInverted) => packedMask(isInverted, size, parts)),
    bytes: [],
    formatPositions: formatPositions(size),
    byLevel: {},
    base: { rows: newMatrix(size), columns: newMatrix(size) },
    trial: { rows: newMatrix(size), columns: newMatrix(size) },
  }
}

function packedMask(isInverted: MaskCondition, size: number, parts: Uint8Array): PackedMatrix {
  const inverted = new Uint8Array(size * size)
  for (let y = 0, index = 0; y < size; y++)
    for (let x = 0; x < size; x++, index++) if (parts[index] === DATA && isInverted(x, y)) inverted[index] = 1
  const packed = newMatrix(size)
  packRows(inverted, size, packed)
  return packed
}

const tablesByVersion: (MaskTables | undefined)[] = []

function maskTables(layout: SymbolLayout): MaskTables {
  let tables = tablesByVersion[layout.version]
  if (!tables) {
    tables = buildTables(layout)
    tablesByVersion[layout.version] = tables
  }
  return tables
}

/** A mask does not affect the format information (§7.8.1), so that one matrix inverts the data and draws the format. */
function levelMasks(tables: MaskTables, size: number, level: ErrorCorrectionLevel): LevelMasks {
  const made = tables.byLevel[level]
  if (made) return made
  const rows = tables.rows.map((inverted, mask) => {
    const matrix = inverted.slice()
    const bits = formatBits(level, mask)
    for (const { x, y, bit } of tables.formatPositions) if ((bits >> bit) & 1) setPacked(matrix, size, y, x)
    return matrix
  })
  const columns = rows.map((matrix) => {
    const transposed = newMatrix(size)
    transposePacked(matrix, size, transposed)
    return transposed
  })
  const masks = { rows, columns }
  tables.byLevel[level] = masks
  return masks
}

function xorInto(out: PackedMatrix, a: PackedMatrix, b: PackedMatrix): void {
  for (let index = 0; index < out.length; index++) out[index] = (a[index] as number) ^ (b[index] as number)
}

/**
 * Masks a symbol whose data is placed and draws its format information.
 * @param modules row-major, 1 = dark, data not masked, format information light
 * @param forcedMask 0 to 7; without it the mask of least penalty, the lowest number among equals (§7.8.3)
 */
export function maskSymbol(
  modules: Uint8Array,
  layout: SymbolLayout,
  level: ErrorCorrectionLevel,
  forcedMask?: number,
): { modules: Uint8Array; mask: number } {
  const { size } = layout
  const tables = maskTables(layout)
  const mask = forcedMask ?? bestMask(modules, tables, size, level)
  return { modules: maskedModules(modules, tables, size, level, mask), mask }
}

/** The masked bytes, four at a time, and the format information. */
function maskedModules(
  modules: Uint8Array,
  tables: MaskTables,
  size: number,
  level: ErrorCorrectionLevel,
  mask: number,
): Uint8Array {
  let inverted = tables.bytes[mask]
  if (!inverted) {
    inverted = unpackRows(tables.rows[mask] as PackedMatrix, size)
    tables.bytes[mask] = inverted
  }
  const masked = modules.slice()
  const words = new Int32Array(masked.buffer, 0, masked.length >> 2)
  const invertedWords = new Int32Array(inverted.buffer, 0, words.length)
  for (let at = 0; at < words.length; at++) words[at] = (words[at] as number) ^ (invertedWords[at] as number)
  for (let at = 4 * words.length; at < masked.length; at++)
    masked[at] = (masked[at] as number) ^ (inverted[at] as number)
  const bits = formatBits(level, mask)
  for (const { x, y, bit } of tables.formatPositions) masked[y * size + x] = (bits >> bit) & 1
  return masked
}

function bestMask(
  modules: Uint8Array,
  tables: MaskTables,
  size: number,
  level: ErrorCorrectionLevel,
): number {
  const { base, trial } = tables
  const masks = levelMasks(tables, size, level)
  packRows(modules, size, base.rows)
  transposePacked(base.rows, size, base.columns)
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < MASK_COUNT; mask++) {
    xorInto(trial.rows, base.rows, masks.rows[mask] as PackedMatrix)
    xorInto(trial.columns, base.columns, masks.columns[mask] as PackedMatrix)
    const penalty = maskPenalty(trial.rows, trial.columns, size, least)
    if (penalty < least) {
      least = penalty
      best = mask
    }
  }
  return best
}
