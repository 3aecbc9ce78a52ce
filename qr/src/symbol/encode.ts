import { QrDesignError } from '../design-error'
import {
  blockLayout,
  dataBits,
  ERROR_CORRECTION_LEVELS,
  type ErrorCorrectionLevel,
  MAX_VERSION,
} from './capacity'
import { dataCodewords, interleave } from './codewords'
import { QrCapacityError } from './errors'
import { PARTS, type SymbolLayout, type SymbolPart, symbolLayout } from './layout'
import { maskSymbol } from './masks'
import {
  ECI_BITS,
  LAST_VERSION_OF_RANGE,
  MAX_CHARACTERS,
  measure,
  rangeOfVersion,
  type Segmentation,
  segment,
} from './segments'

/** A finished QR Code symbol (ISO/IEC 18004 model 2) without its quiet zone. */
export interface QrSymbol {
  /** 1 to 40. */
  readonly version: number
  readonly level: ErrorCorrectionLevel
  /** 0 to 7. */
  readonly mask: number
  /** Modules a side: 17 + 4 · version. */
  readonly size: number
  /** size × size, row-major from the top left, 1 = dark. */
  readonly modules: Uint8Array
  /** Length of the text in UTF-8 bytes. */
  readonly payloadBytes: number
}

export interface EncodeOptions {
  /** Default H. */
  readonly level?: ErrorCorrectionLevel
  /** Smallest version allowed, 1 to 40; default 1. */
  readonly minVersion?: number
  /** Mask 0 to 7 instead of the best one; for tests and comparisons. */
  readonly mask?: number
}

/** Mode indicator and character count of a byte segment in the large versions. */
const MAX_HEADER_BITS = 20

interface Plan extends Segmentation {
  readonly version: number
  readonly bytes: number
  readonly isAscii: boolean
}

/**
 * Encodes a text as the smallest QR symbol of the requested level.
 *
 * ASCII is cut into numeric, alphanumeric and byte segments of least length in bits. A text with any other character
 * is one byte segment of UTF-8 behind the ECI designator 26: without one the standard means ISO 8859-1 (§7.3.2), decoders
 * therefore guess, and zbar guesses wrong for French and Japanese. Latin-1 is not used for texts that would fit it,
 * because jsQR and others read UTF-8 alone. ASCII reads the same in all of these, so it has no designator.
 * @throws {QrCapacityError} when the text does not fit into version 40
 * @throws {QrDesignError} `invalid-level` for a level that is none of the four
 * @throws {RangeError} when minVersion is not a whole number from 1 to 40, or mask none from 0 to 7
 * @example encodeSymbol('https://QR.EXAMPLE/ABCD1234', { level: 'H' }).version // 3
 */
export function encodeSymbol(text: string, options: EncodeOptions = {}): QrSymbol {
  const { level = 'H', minVersion = 1, mask: forcedMask } = options
  if (!Number.isInteger(minVersion) || minVersion < 1 || minVersion > MAX_VERSION) {
    throw new RangeError(`minVersion must be a whole number from 1 to 40, not ${minVersion}`)
  }
  if (forcedMask !== undefined && !(Number.isInteger(forcedMask) && forcedMask >= 0 && forcedMask < 8)) {
    throw new RangeError(`mask must be a whole number from 0 to 7, not ${forcedMask}`)
  }
  if (!ERROR_CORRECTION_LEVELS.includes(level)) {
    throw new QrDesignError('errorCorrectionLevel', 'invalid-level')
  }
  const { version, segments, bytes, isAscii } = plan(text, level, minVersion)
  const blocks = blockLayout(version, level)
  const range = rangeOfVersion(version)
  const data = dataCodewords(text, segments, range, !isAscii, blocks.dataCodewords)
  const layout = symbolLayout(version)
  const placed = placeCodewords(interleave(data, blocks), layout)
  const { modules, mask } = maskSymbol(placed, layout, level, forcedMask)
  return { version, level, mask, size: layout.size, modules, payloadBytes: bytes }
}

/** Smallest version that holds the text, and its segments there. */
function plan(text: string, level: ErrorCorrectionLevel, minVersion: number): Plan {
  const { bytes, isAscii, leastBits } = measure(text)
  if (text.length > MAX_CHARACTERS) {
    throw capacityError(bytes, leastBits + MAX_HEADER_BITS + (isAscii ? 0 : ECI_BITS), level)
  }
  for (let range = rangeOfVersion(minVersion); range < LAST_VERSION_OF_RANGE.length; range++) {
    const last = LAST_VERSION_OF_RANGE[range] as number
    if (leastBits > dataBits(last, level)) continue
    const { segments, bits } = segment(text, range, !isAscii)
    const first = range === 0 ? 1 : (LAST_VERSION_OF_RANGE[range - 1] as number) + 1
    for (let version = Math.max(first, minVersion); version <= last; version++) {
      if (bits <= dataBits(version, level)) return { version, segments, bits, bytes, isAscii }
    }
  }
  const { bits } = segment(text, LAST_VERSION_OF_RANGE.length - 1, !isAscii)
  throw capacityError(bytes, bits, level)
}

/** The excess of this content in bytes: the bits too many, divided by its average bits per byte. */
function capacityError(bytes: number, bits: number, level: ErrorCorrectionLevel): QrCapacityError {
  const capacity = dataBits(MAX_VERSION, level)
  const headerBits = Math.max(0, bits - 8 * bytes)
  const excess = Math.max(1, Math.ceil(((bits - capacity) * bytes) / (bits - headerBits)))
  return new QrCapacityError(excess, bytes - excess)
}

/**
 * The strongest level at which the text fits into a symbol, or null when it fits at none (over 2953 bytes of
 * ASCII, 2952 of other UTF-8, 4296 alphanumeric characters or 7089 digits).
 */
export function highestLevelThatFits(text: string): ErrorCorrectionLevel | null {
  if (text.length > MAX_CHARACTERS) return null
  const { isAscii } = measure(text)
  for (const level of [...ERROR_CORRECTION_LEVELS].reverse()) {
    const fits = LAST_VERSION_OF_RANGE.some(
      (version, range) => segment(text, range, !isAscii).bits <= dataBits(version, level),
    )
    if (fits) return level
  }
  return null
}

/** Draws the codeword bits over the layout; remainder bits stay light (§7.7.3). */
function placeCodewords(codewords: Uint8Array, layout: SymbolLayout): Uint8Array {
  const modules = layout.modules.slice()
  const { dataOrder } = layout
  for (let index = 0, bit = 0; index < codewords.length; index++, bit += 8) {
    const codeword = codewords[index] as number
    modules[dataOrder[bit] as number] = codeword >> 7
    modules[dataOrder[bit + 1] as number] = (codeword >> 6) & 1
    modules[dataOrder[bit + 2] as number] = (codeword >> 5) & 1
    modules[dataOrder[bit + 3] as number] = (codeword >> 4) & 1
    modules[dataOrder[bit + 4] as number] = (codeword >> 3) & 1
    modules[dataOrder[bit + 5] as number] = (codeword >> 2) & 1
    modules[dataOrder[bit + 6] as number] = (codeword >> 1) & 1
    modules[dataOrder[bit + 7] as number] = codeword & 1
  }
  return modules
}

/** Whether the module in column x and row y is dark; false outside the symbol, where the quiet zone is. */
export function isDark(symbol: QrSymbol, x: number, y: number): boolean {
  const { size, modules } = symbol
  return x >= 0 && y >= 0 && x < size && y < size && modules[y * size + x] === 1
}

/** The part of the symbol that the module in column x and row y belongs to; null outside the symbol. */
export function partAt(symbol: QrSymbol, x: number, y: number): SymbolPart | null {
  const { size, version } = symbol
  if (x < 0 || y < 0 || x >= size || y >= size) return null
  return PARTS[symbolLayout(version).parts[y * size + x] as number] as SymbolPart
}
