import type { ErrorCorrectionLevel } from './capacity'
import { bchRemainder, formatPositions, PARTS, type SymbolLayout } from './layout'
import { type PackedMatrix, packedLength, packRows, setPacked, transposePacked, unpackRows } from './packed'
import { maskPenalty } from './penalty'

/** Mask conditions by mask number for row y and column x, ISO/IEC 18004 table 10. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

export const MASK_COUNT = MASKS.length

/** Level bits of the format information, ISO/IEC 18004 table 12. */
const LEVEL_BITS: Readonly<Record<ErrorCorrectionLevel, number>> = { L: 0b01, M: 0b00, Q: 0b11, H: 0b10 }

/** The 15 bits of level and mask: BCH(15,5) of annex C, masked so that they are never all light (§7.9). */
export function formatBits(level: ErrorCorrectionLevel, mask: number): number {
  const data = (LEVEL_BITS[level] << 3) | mask
  return ((data << 10) | bchRemainder(data, 0b10100110111, 10)) ^ 0b101010000010010
}

/** Words to change: pairs of an index and the bits to set there. */
interface FormatStamp {
  readonly rows: Int32Array
  readonly columns: Int32Array
}

interface MaskTables {
  /** The data modules that each mask inverts, by rows and transposed. */
  readonly rows: readonly PackedMatrix[]
  readonly columns: readonly PackedMatrix[]
  /** The same as bytes, row-major, by mask; made when first used. */
  readonly bytes: (Uint8Array | undefined)[]
  readonly formatPositions: ReturnType<typeof formatPositions>
  /** Per level and mask, made when first used: the dark modules of the format information. */
  readonly format: Map<number, FormatStamp>
  /** Scratch of this size: the symbol without mask, and the one under trial. */
  readonly base: { readonly rows: PackedMatrix; readonly columns: PackedMatrix }
  readonly trial: { readonly rows: PackedMatrix; readonly columns: PackedMatrix }
}

function buildTables({ size, parts }: SymbolLayout): MaskTables {
  const newMatrix = (): PackedMatrix => new Int32Array(packedLength(size))
  const rows: PackedMatrix[] = []
  const columns: PackedMatrix[] = []
  const inverted = new Uint8Array(size * size)
  for (const isInverted of MASKS) {
    for (let index = 0; index < inverted.length; index++) {
      const isData = PARTS[parts[index] as number] === 'data'
      inverted[index] = isData && isInverted(index % size, Math.floor(index / size)) ? 1 : 0
    }
    const packed = newMatrix()
    const transposed = newMatrix()
    packRows(inverted, size, packed)
    transposePacked(packed, size, transposed)
    rows.push(packed)
    columns.push(transposed)
  }
  return {
    rows,
    columns,
    bytes: [],
    formatPositions: formatPositions(size),
    format: new Map(),
    base: { rows: newMatrix(), columns: newMatrix() },
    trial: { rows: newMatrix(), columns: newMatrix() },
  }
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

function applyMask(tables: MaskTables, size: number, level: ErrorCorrectionLevel, mask: number): void {
  const { base, trial } = tables
  xorInto(trial.rows, base.rows, tables.rows[mask] as PackedMatrix)
  xorInto(trial.columns, base.columns, tables.columns[mask] as PackedMatrix)
  const bits = formatBits(level, mask)
  let stamp = tables.format.get(bits)
  if (!stamp) {
    stamp = formatStamp(bits, size)
    tables.format.set(bits, stamp)
  }
  applyStamp(trial.rows, stamp.rows)
  applyStamp(trial.columns, stamp.columns)
}

function formatStamp(bits: number, size: number): FormatStamp {
  const rows: PackedMatrix = new Int32Array(packedLength(size))
  const columns: PackedMatrix = new Int32Array(packedLength(size))
  for (const { x, y, bit } of formatPositions(size)) {
    if (((bits >> bit) & 1) === 0) continue
    setPacked(rows, size, y, x)
    setPacked(columns, size, x, y)
  }
  return { rows: changedWords(rows), columns: changedWords(columns) }
}

function changedWords(matrix: PackedMatrix): Int32Array {
  const pairs: number[] = []
  for (const [index, word] of matrix.entries()) if (word !== 0) pairs.push(index, word)
  return Int32Array.from(pairs)
}

function applyStamp(matrix: PackedMatrix, stamp: Int32Array): void {
  for (let index = 0; index < stamp.length; index += 2) {
    const at = stamp[index] as number
    matrix[at] = (matrix[at] as number) | (stamp[index + 1] as number)
  }
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
  packRows(modules, size, tables.base.rows)
  transposePacked(tables.base.rows, size, tables.base.columns)
  const mask = forcedMask ?? bestMask(tables, size, level)
  return { modules: maskedModules(modules, tables, layout, level, mask), mask }
}

/** The masked bytes, four at a time. */
function maskedModules(
  modules: Uint8Array,
  tables: MaskTables,
  { size }: SymbolLayout,
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

function bestMask(tables: MaskTables, size: number, level: ErrorCorrectionLevel): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < MASK_COUNT; mask++) {
    applyMask(tables, size, level, mask)
    const penalty = maskPenalty(tables.trial.rows, tables.trial.columns, size, least)
    if (penalty < least) {
      least = penalty
      best = mask
    }
  }
  return best
}
