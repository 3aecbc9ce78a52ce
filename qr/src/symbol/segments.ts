/** Encoding modes, ISO/IEC 18004 §7.3; the value is also the column of the tables below. */
export const NUMERIC = 0
export const ALPHANUMERIC = 1
export const BYTE = 2

/** A stretch of the text (UTF-16 positions, `end` excluded) written in one mode. */
export interface Segment {
  readonly mode: number
  readonly start: number
  readonly end: number
}

export interface Segmentation {
  readonly segments: readonly Segment[]
  /** Bits of all segments with their headers and the ECI designator, without terminator and padding. */
  readonly bits: number
}

/** Bits of the character count in the modes for versions 1–9, 10–26, 27–40 (ISO/IEC 18004 table 3). */
const COUNT_BITS: readonly (readonly number[])[] = [
  [10, 9, 8],
  [12, 11, 16],
  [14, 13, 16],
]

/** Last version of each row of {@link COUNT_BITS}. */
export const LAST_VERSION_OF_RANGE: readonly number[] = [9, 26, 40]

export const rangeOfVersion = (version: number): number => (version <= 9 ? 0 : version <= 26 ? 1 : 2)

export const countBits = (range: number, mode: number): number => COUNT_BITS[range]?.[mode] as number

/** Mode indicator and designator of ECI 26, ISO/IEC 18004 §7.4.2. */
export const ECI_BITS = 12

const ALPHANUMERIC_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const NOT_ALPHANUMERIC = 255
const alphanumericValues = new Uint8Array(128).fill(NOT_ALPHANUMERIC)
for (let value = 0; value < ALPHANUMERIC_CHARACTERS.length; value++) {
  alphanumericValues[ALPHANUMERIC_CHARACTERS.charCodeAt(value)] = value
}

/** Value of a character of the alphanumeric set (ISO/IEC 18004 table 5), 255 for any other. */
export const alphanumericValue = (charCode: number): number =>
  charCode < 128 ? (alphanumericValues[charCode] as number) : NOT_ALPHANUMERIC

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

/**
 * UTF-8 bytes of the UTF-16 unit at `index`: a surrogate pair counts 4 at its first half and 0 at its second;
 * a lone surrogate becomes U+FFFD (3 bytes), as `TextEncoder` writes it.
 */
export function utf8Length(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (isHighSurrogate(unit) && isLowSurrogate(text.charCodeAt(index + 1))) return 4
  if (isLowSurrogate(unit) && index > 0 && isHighSurrogate(text.charCodeAt(index - 1))) return 0
  return 3
}

// Costs are in sixths of a bit, so that 10/3 bits a digit and 11/2 bits a character stay whole numbers.
const SIXTHS = 6
const DIGIT_COST = 20
const ALPHANUMERIC_COST = 33
const BYTE_COST = 48
const IMPOSSIBLE = 1e9

/** A segment that ends takes whole bits. */
const wholeBits = (cost: number): number => Math.ceil(cost / SIXTHS) * SIXTHS

/**
 * The cheapest way to write `text` in numeric, alphanumeric and byte segments, by dynamic programming over the
 * characters (ISO/IEC 18004 annex J.2 only sketches a heuristic). Ties go to fewer segments.
 * @param range index of the version range, because the character counts differ (0: 1–9, 1: 10–26, 2: 27–40)
 * @param needsEci whether the ECI designator of {@link ECI_BITS} precedes the text, which is one byte segment then:
 *   OpenCV loses the text where a designator is followed by several (`npm run bench:character-sets`)
 */
export function segment(text: string, range: number, needsEci: boolean): Segmentation {
  if (text === '') return { segments: [], bits: 0 }
  const length = text.length
  if (needsEci) {
    const bits = ECI_BITS + 4 + countBits(range, BYTE) + 8 * measure(text).bytes
    return { segments: [{ mode: BYTE, start: 0, end: length }], bits }
  }
  const cameFrom = new Uint8Array(length * 3)
  const numericHeader = (4 + countBits(range, NUMERIC)) * SIXTHS
  const alphanumericHeader = (4 + countBits(range, ALPHANUMERIC)) * SIXTHS
  const byteHeader = (4 + countBits(range, BYTE)) * SIXTHS
  let numeric = numericHeader
  let alphanumeric = alphanumericHeader
  let byte = byteHeader
  for (let index = 0, slot = 0; index < length; index++, slot += 3) {
    const unit = text.charCodeAt(index)
    const value = unit < 128 ? (alphanumericValues[unit] as number) : NOT_ALPHANUMERIC
    const first = index === 0
    const afterNumeric = first ? IMPOSSIBLE : wholeBits(numeric)
    const afterAlphanumeric = first ? IMPOSSIBLE : wholeBits(alphanumeric)
    const afterByte = first ? IMPOSSIBLE : byte
    let nextNumeric = IMPOSSIBLE
    let nextAlphanumeric = IMPOSSIBLE
    if (value < 10) {
      const entered = Math.min(afterAlphanumeric, afterByte) + numericHeader
      cameFrom[slot] = numeric <= entered ? NUMERIC : afterAlphanumeric <= afterByte ? ALPHANUMERIC : BYTE
      nextNumeric = Math.min(numeric, entered) + DIGIT_COST
    }
    if (value !== NOT_ALPHANUMERIC) {
      const entered = Math.min(afterNumeric, afterByte) + alphanumericHeader
      cameFrom[slot + 1] = alphanumeric <= entered ? ALPHANUMERIC : afterNumeric <= afterByte ? NUMERIC : BYTE
      nextAlphanumeric = Math.min(alphanumeric, entered) + ALPHANUMERIC_COST
    }
    const entered = Math.min(afterNumeric, afterAlphanumeric) + byteHeader
    cameFrom[slot + 2] = byte <= entered ? BYTE : afterNumeric <= afterAlphanumeric ? NUMERIC : ALPHANUMERIC
    byte = Math.min(byte, entered) + BYTE_COST * (unit < 0x80 ? 1 : utf8Length(text, index))
    numeric = nextNumeric
    alphanumeric = nextAlphanumeric
  }
  const costs = [wholeBits(numeric), wholeBits(alphanumeric), byte]
  const bits = Math.min(...costs) / SIXTHS
  const lastMode = costs.indexOf(bits * SIXTHS)
  return { segments: trace(cameFrom, length, lastMode), bits }
}

/** Follows the choices back from the end of the text and joins characters of one mode. */
function trace(cameFrom: Uint8Array, length: number, lastMode: number): Segment[] {
  const segments: Segment[] = []
  let mode = lastMode
  let end = length
  for (let index = length - 1; index > 0; index--) {
    const before = cameFrom[index * 3 + mode] as number
    if (before === mode) continue
    segments.unshift({ mode, start: index, end })
    end = index
    mode = before
  }
  segments.unshift({ mode, start: 0, end })
  return segments
}

/**
 * A whole text measured once: its UTF-8 bytes, whether it leaves ASCII, and a lower bound of its bits (each
 * character in its cheapest mode), which excludes version ranges that need not be tried.
 */
export function measure(text: string): { bytes: number; isAscii: boolean; leastBits: number } {
  let bytes = 0
  let isAscii = true
  let sixths = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) {
      bytes++
      const value = alphanumericValues[unit] as number
      sixths += value < 10 ? DIGIT_COST : value === NOT_ALPHANUMERIC ? BYTE_COST : ALPHANUMERIC_COST
      continue
    }
    isAscii = false
    const length = utf8Length(text, index)
    bytes += length
    sixths += length * BYTE_COST
  }
  return { bytes, isAscii, leastBits: Math.floor(sixths / SIXTHS) }
}

/** The most characters any symbol holds: digits in version 40-L (ISO/IEC 18004 table 7). */
export const MAX_CHARACTERS = 7089
