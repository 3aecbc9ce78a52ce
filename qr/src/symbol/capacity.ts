/** Error correction level, ISO/IEC 18004 §6.5.1: about 7, 15, 25 and 30 % of the codewords can be restored. */
export type ErrorCorrectionLevel = 'L' | 'M' | 'Q' | 'H'

/** The four levels from the weakest to the strongest. */
export const ERROR_CORRECTION_LEVELS: readonly ErrorCorrectionLevel[] = ['L', 'M', 'Q', 'H']

export const MAX_VERSION = 40

/** Error correction codewords of one block for versions 1 to 40, ISO/IEC 18004 table 9. */
const CORRECTION_PER_BLOCK: Readonly<Record<ErrorCorrectionLevel, readonly number[]>> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
}

/** Number of error correction blocks for versions 1 to 40, ISO/IEC 18004 table 9. */
const BLOCKS: Readonly<Record<ErrorCorrectionLevel, readonly number[]>> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38,
    40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
}

/** How the codewords of a symbol are cut into blocks. The first `shortBlocks` hold one data codeword less. */
export interface BlockLayout {
  readonly totalCodewords: number
  readonly dataCodewords: number
  readonly blocks: number
  readonly shortBlocks: number
  /** Data codewords of a short block. */
  readonly shortLength: number
  /** Error correction codewords of each block. */
  readonly correction: number
}

/** Modules a side: 21 for version 1, four more for each version (ISO/IEC 18004 §6.1). */
export const sizeOfVersion = (version: number): number => 17 + 4 * version

/** Modules that carry codewords or remainder bits: all but finders, timing, alignment, format and version. */
export function dataModules(version: number): number {
  const size = sizeOfVersion(version)
  const alignmentSide = version === 1 ? 0 : Math.floor(version / 7) + 2
  const patterns = version === 1 ? 0 : alignmentSide * alignmentSide - 3
  const onTiming = version === 1 ? 0 : 2 * (alignmentSide - 2)
  const finders = 3 * 64
  const timing = 2 * (size - 16) - 5 * onTiming
  const formatAndDarkModule = 31
  const versionInformation = version >= 7 ? 36 : 0
  return size * size - finders - timing - 25 * patterns - formatAndDarkModule - versionInformation
}

/** Layout of the codewords for a version (1 to 40) and level, ISO/IEC 18004 §7.5.1. */
export function blockLayout(version: number, level: ErrorCorrectionLevel): BlockLayout {
  const totalCodewords = Math.floor(dataModules(version) / 8)
  const blocks = BLOCKS[level][version - 1] as number
  const correction = CORRECTION_PER_BLOCK[level][version - 1] as number
  const dataCodewords = totalCodewords - blocks * correction
  const shortLength = Math.floor(dataCodewords / blocks)
  return {
    totalCodewords,
    dataCodewords,
    blocks,
    shortBlocks: blocks - (dataCodewords % blocks),
    shortLength,
    correction,
  }
}

const dataBitsOf = (level: ErrorCorrectionLevel): readonly number[] =>
  Array.from({ length: MAX_VERSION }, (_, index) => 8 * blockLayout(index + 1, level).dataCodewords)

const DATA_BITS: Readonly<Record<ErrorCorrectionLevel, readonly number[]>> = {
  L: dataBitsOf('L'),
  M: dataBitsOf('M'),
  Q: dataBitsOf('Q'),
  H: dataBitsOf('H'),
}

/** Bits for headers, data and padding in a symbol of this version and level. */
export const dataBits = (version: number, level: ErrorCorrectionLevel): number =>
  DATA_BITS[level][version - 1] as number
