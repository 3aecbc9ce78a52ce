import type { RgbaPixels } from '../design/logo'
import { crc32 } from './checksums'
import { zlibLines } from './deflate'
import { findRepeats, type RepeatedLine } from './repeated-line'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Bytes of a chunk beside its data: length, type, CRC. */
const CHUNK_OVERHEAD = 12

/** Colour types of the header, ISO/IEC 15948 §11.2.2. */
export const COLOR_TYPE = { grayscale: 0, rgb: 2, palette: 3, rgba: 6 } as const

export interface PngImage {
  readonly width: number
  readonly height: number
  /** Bits a sample. */
  readonly depth: 1 | 4 | 8
  readonly colorType: (typeof COLOR_TYPE)[keyof typeof COLOR_TYPE]
  /** Red, green, blue for each entry. */
  readonly palette?: readonly number[]
  /** Alpha for the first entries of the palette. */
  readonly alpha?: readonly number[]
  /** Scan lines with their filter byte in front. */
  readonly lines: readonly RepeatedLine[]
}

const bytesOf32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

/** Writes a PNG file (ISO/IEC 15948). */
export function writePng(image: PngImage): Uint8Array {
  const { width, height, depth, colorType, palette, alpha, lines } = image
  const chunks: { type: string; data: ArrayLike<number> }[] = [
    { type: 'IHDR', data: [...bytesOf32(width), ...bytesOf32(height), depth, colorType, 0, 0, 0] },
  ]
  if (palette) chunks.push({ type: 'PLTE', data: palette })
  if (alpha) chunks.push({ type: 'tRNS', data: alpha })
  chunks.push({ type: 'IDAT', data: zlibLines(lines) }, { type: 'IEND', data: [] })
  const length = chunks.reduce((sum, { data }) => sum + data.length + CHUNK_OVERHEAD, SIGNATURE.length)
  const file = new Uint8Array(length)
  const view = new DataView(file.buffer)
  file.set(SIGNATURE)
  let at = SIGNATURE.length
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length)
    for (let index = 0; index < 4; index++) file[at + 4 + index] = type.charCodeAt(index)
    file.set(data, at + 8)
    const end = at + 8 + data.length
    view.setUint32(end, crc32(file, at + 4, end))
    at = end + 4
  }
  return file
}

const FILTER_SUB = 1

/** A true-colour line as differences to the pixel on the left, so that areas of one colour become zeros. */
function subtractLeft(words: Uint32Array, from: number, width: number, channels: 3 | 4): Uint8Array {
  const bytes = new Uint8Array(words.buffer, words.byteOffset + 4 * from, 4 * width)
  const line = new Uint8Array(1 + width * channels)
  line[0] = FILTER_SUB
  line.set(bytes.subarray(0, channels), 1)
  for (let x = 1, to = 1 + channels; x < width; x++, to += channels) {
    if (words[from + x] === words[from + x - 1]) continue
    const at = 4 * x
    for (let channel = 0; channel < channels; channel++) {
      line[to + channel] = (bytes[at + channel] as number) - (bytes[at + channel - 4] as number)
    }
  }
  return line
}

/** Pixels as 32-bit words. */
function wordsOf({ data }: RgbaPixels): Uint32Array {
  const bytes = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

interface DistinctLine {
  readonly y: number
  times: number
}

/** Lines that differ from the one above, and how often each comes. */
function distinctLines(repeats: Uint8Array): DistinctLine[] {
  const lines: DistinctLine[] = []
  for (const [y, isRepeat] of repeats.entries()) {
    const last = lines[lines.length - 1]
    if (last && isRepeat === 1) last.times++
    else lines.push({ y, times: 1 })
  }
  return lines
}

/** Whether all pixels of some lines have full alpha: the fourth byte of all of them at once. */
function areOpaque(words: Uint32Array, width: number, lines: readonly DistinctLine[]): boolean {
  let all = 0xffffffff
  for (const { y } of lines) {
    for (let at = y * width; at < (y + 1) * width; at++) all &= words[at] as number
  }
  return new Uint8Array(Uint32Array.of(all).buffer)[3] === 255
}

/**
 * Pixels as a true-colour PNG, with an alpha channel only where one is needed.
 * @param repeats 1 for lines that are known to equal the one above
 */
export function encodeRgbaPng(
  pixels: RgbaPixels,
  repeats: Uint8Array = findRepeats(pixels.data, 4 * pixels.width),
): Uint8Array {
  const { width, height } = pixels
  const words = wordsOf(pixels)
  const distinct = distinctLines(repeats)
  const channels = areOpaque(words, width, distinct) ? 3 : 4
  const lines = distinct.map(({ y, times }) => ({
    bytes: subtractLeft(words, width * y, width, channels),
    times,
  }))
  const colorType = channels === 3 ? COLOR_TYPE.rgb : COLOR_TYPE.rgba
  return writePng({ width, height, depth: 8, colorType, lines })
}
