import type { RgbaPixels } from '../design/logo'
import { crc32 } from './checksums'
import { zlibLines } from './deflate'
import type { RepeatedLine } from './repeated-line'

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
function subtractLeft(data: ArrayLike<number>, from: number, width: number, channels: 3 | 4): Uint8Array {
  const line = new Uint8Array(1 + width * channels)
  line[0] = FILTER_SUB
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let pixel = from, at = 1; pixel < from + 4 * width; pixel += 4) {
    line[at++] = (data[pixel] as number) - red
    line[at++] = (data[pixel + 1] as number) - green
    line[at++] = (data[pixel + 2] as number) - blue
    if (channels === 4) line[at++] = (data[pixel + 3] as number) - alpha
    red = data[pixel] as number
    green = data[pixel + 1] as number
    blue = data[pixel + 2] as number
    alpha = data[pixel + 3] as number
  }
  return line
}

/** Pixels as 32-bit words, which compare four times as fast as bytes. */
function wordsOf({ data }: RgbaPixels): Uint32Array {
  const bytes = data.byteOffset % 4 === 0 ? data : data.slice()
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

function isOpaque({ data }: RgbaPixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

function isRowRepeated(words: Uint32Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if (words[at] !== words[at - length]) return false
  return true
}

/** Pixels as a true-colour PNG, with an alpha channel only where one is needed. */
export function encodeRgbaPng(pixels: RgbaPixels): Uint8Array {
  const { width, height, data } = pixels
  const channels = isOpaque(pixels) ? 3 : 4
  const words = wordsOf(pixels)
  const lines: { bytes: Uint8Array; times: number }[] = []
  for (let y = 0; y < height; y++) {
    const last = lines[lines.length - 1]
    if (last && isRowRepeated(words, width * y, width)) last.times++
    else lines.push({ bytes: subtractLeft(data, 4 * width * y, width, channels), times: 1 })
  }
  const colorType = channels === 3 ? COLOR_TYPE.rgb : COLOR_TYPE.rgba
  return writePng({ width, height, depth: 8, colorType, lines })
}
