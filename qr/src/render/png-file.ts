import type { RgbaPixels } from '../design/logo'
import { crc32 } from './checksums'
import { zlibLines } from './deflate'
import type { RepeatedLine, Span } from './repeated-line'

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
  /** Resolution in both directions; none claimed if not given. */
  readonly pixelsPerMetre?: number
  /** Scan lines with their filter byte in front. */
  readonly lines: readonly RepeatedLine[]
}

/** Unit of the resolution, ISO/IEC 15948 §11.3.4.3. */
const METRE = 1

const bytesOf32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

/** Writes a PNG file (ISO/IEC 15948). */
export function writePng(image: PngImage): Uint8Array {
  const { width, height, depth, colorType, palette, alpha, pixelsPerMetre, lines } = image
  const chunks: { type: string; data: ArrayLike<number> }[] = [
    { type: 'IHDR', data: [...bytesOf32(width), ...bytesOf32(height), depth, colorType, 0, 0, 0] },
  ]
  if (pixelsPerMetre !== undefined) {
    const perMetre = bytesOf32(pixelsPerMetre)
    chunks.push({ type: 'pHYs', data: [...perMetre, ...perMetre, METRE] })
  }
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

/** A line of pixels that differs from the one above, and its repeat count. */
interface DistinctLine {
  readonly y: number
  /** The pixels that differ. */
  readonly changed: Span
  times: number
}

/**
 * A true-colour line as differences to the pixel on the left, so that areas of one colour become zeros.
 * @param above the bytes of the line above
 */
function subtractLeft(
  words: Uint32Array,
  { y, changed: [first, end], times }: DistinctLine,
  width: number,
  channels: 3 | 4,
  above: Uint8Array | undefined,
): RepeatedLine {
  const pixels = new Uint8Array(words.buffer, words.byteOffset + 4 * y * width, 4 * width)
  const bytes = above?.slice() ?? new Uint8Array(1 + width * channels)
  bytes[0] = FILTER_SUB
  // The pixel behind the last one that changed has another neighbour.
  const stop = Math.min(width, end + 1)
  for (let x = first, to = 1 + first * channels; x < stop; x++, to += channels) {
    for (let channel = 0, at = 4 * x; channel < channels; channel++, at++) {
      bytes[to + channel] = (pixels[at] as number) - (x === 0 ? 0 : (pixels[at - 4] as number))
    }
  }
  return { bytes, times, ...(above && { changed: [1 + first * channels, 1 + stop * channels] }) }
}

/** Pixels as 32-bit words. */
function wordsOf({ data }: RgbaPixels): Uint32Array {
  const bytes = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

/** The pixels of a line that differ from those above; null if none does. */
function changedPixels(words: Uint32Array, width: number, y: number): Span | null {
  if (y === 0) return [0, width]
  const start = y * width
  let first = start
  while (first < start + width && words[first] === words[first - width]) first++
  if (first === start + width) return null
  let end = start + width
  while (words[end - 1] === words[end - 1 - width]) end--
  return [first - start, end - start]
}

/** @param times repeat count of each line; once if not given */
function distinctLines(
  words: Uint32Array,
  { width, height }: RgbaPixels,
  times?: readonly number[],
): DistinctLine[] {
  const lines: DistinctLine[] = []
  for (let y = 0; y < height; y++) {
    const changed = changedPixels(words, width, y)
    const count = times?.[y] ?? 1
    if (changed) lines.push({ y, changed, times: count })
    else (lines[lines.length - 1] as DistinctLine).times += count
  }
  return lines
}

/** Whether all pixels have full alpha: the fourth byte of all of them at once. */
function areOpaque(words: Uint32Array, width: number, lines: readonly DistinctLine[]): boolean {
  let all = 0xffffffff
  for (const { y, changed } of lines) {
    for (let at = y * width + changed[0]; at < y * width + changed[1]; at++) all &= words[at] as number
  }
  return new Uint8Array(Uint32Array.of(all).buffer)[3] === 255
}

interface RgbaPngOptions extends Pick<PngImage, 'pixelsPerMetre'> {
  /** Repeat count of each line; once if not given. */
  readonly times?: readonly number[]
}

/** Pixels as a true-colour PNG, with an alpha channel only where one is needed. */
export function encodeRgbaPng(pixels: RgbaPixels, { times, ...resolution }: RgbaPngOptions = {}): Uint8Array {
  const { width } = pixels
  const words = wordsOf(pixels)
  const distinct = distinctLines(words, pixels, times)
  const channels = areOpaque(words, width, distinct) ? 3 : 4
  const lines: RepeatedLine[] = []
  for (const line of distinct) {
    lines.push(subtractLeft(words, line, width, channels, lines[lines.length - 1]?.bytes))
  }
  const height = lines.reduce((sum, line) => sum + line.times, 0)
  const colorType = channels === 3 ? COLOR_TYPE.rgb : COLOR_TYPE.rgba
  return writePng({ width, height, depth: 8, colorType, lines, ...resolution })
}
