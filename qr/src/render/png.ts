import { parseColor, type Rgb } from '../design/color'
import { QrDesignError } from '../design/errors'
import { MAX_IMAGE_SIZE, type QrCustomSettings } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import { crc32 } from './checksums'
import { type RepeatedLine, zlibLines } from './deflate'

export interface PngOptions {
  /** Width and height of the picture in pixels. */
  readonly size: number
}

/** Where the symbol lies in a picture: whole pixels a module, the quiet zone takes what is left over. */
export interface PixelGrid {
  /** Pixels a module. */
  readonly scale: number
  /** Pixels left of and above the symbol. */
  readonly offset: number
}

/**
 * @throws {QrDesignError} `size-out-of-range` when the size is no whole number up to 4000, `size-too-small` when symbol
 * and margin do not fit with one pixel a module
 */
export function pixelGrid(modules: number, margin: number, size: number): PixelGrid {
  if (!Number.isInteger(size) || size < 1 || size > MAX_IMAGE_SIZE) {
    throw new QrDesignError('size', 'size-out-of-range')
  }
  const scale = Math.floor(size / (modules + 2 * margin))
  if (scale < 1) throw new QrDesignError('size', 'size-too-small')
  return { scale, offset: Math.floor((size - modules * scale) / 2) }
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const GRAYSCALE = 0
const PALETTE = 3
/** Bytes of a chunk beside its data: length, type, CRC. */
const CHUNK_OVERHEAD = 12

function joinChunks(chunks: readonly { type: string; data: ArrayLike<number> }[]): Uint8Array {
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

const bytesOf32 = (value: number): number[] => [
  value >>> 24,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
]

/** Clears the bits from `from` to `to` (excluded), most significant bit of a byte first. */
function clearBits(line: Uint8Array, from: number, to: number): void {
  const firstByte = from >> 3
  const lastByte = to >> 3
  const head = 0xff >> (from & 7)
  const tail = 0xff >> (to & 7)
  if (firstByte === lastByte) {
    line[firstByte] = (line[firstByte] as number) & ~(head & ~tail)
    return
  }
  line[firstByte] = (line[firstByte] as number) & ~head
  line.fill(0, firstByte + 1, lastByte)
  if (tail !== 0xff) line[lastByte] = (line[lastByte] as number) & tail
}

/** Scan lines of one bit a pixel, 0 = dark, each behind its filter byte 0; one entry for each row of modules. */
function scanLines(symbol: QrSymbol, { scale, offset }: PixelGrid, size: number): RepeatedLine[] {
  const light = new Uint8Array(1 + Math.ceil(size / 8)).fill(0xff)
  light[0] = 0
  const lines: RepeatedLine[] = []
  if (offset > 0) lines.push({ bytes: light, times: offset })
  for (let y = 0; y < symbol.size; y++) {
    const bytes = light.slice()
    const row = y * symbol.size
    for (let x = 0; x < symbol.size; x++) {
      if (symbol.modules[row + x] === 0) continue
      const start = x
      while (x < symbol.size && symbol.modules[row + x] === 1) x++
      clearBits(bytes, 8 + offset + start * scale, 8 + offset + x * scale)
    }
    lines.push({ bytes, times: scale })
  }
  const below = size - offset - scale * symbol.size
  if (below > 0) lines.push({ bytes: light, times: below })
  return lines
}

const isGray = ({ red, green, blue }: Rgb, level: number): boolean =>
  red === level && green === level && blue === level

/**
 * The code as a PNG of exactly the size asked (ISO/IEC 15948), one bit a pixel: grey levels for black on white, else a
 * palette. Modules are whole pixels; what is left over widens the quiet zone, so the code is centred.
 * @throws {QrDesignError} when a colour is not one, or the size is too large or too small
 */
export function renderPng(symbol: QrSymbol, design: QrCustomSettings, { size }: PngOptions): Uint8Array {
  const isTransparent = design.backgroundColor === 'transparent'
  const foreground = parseColor(design.foregroundColor, 'foregroundColor')
  const background = parseColor(isTransparent ? '#FFFFFF' : design.backgroundColor, 'backgroundColor')
  const grid = pixelGrid(symbol.size, design.margin, size)
  const isBlackOnWhite = !isTransparent && isGray(foreground, 0) && isGray(background, 255)
  const header = [...bytesOf32(size), ...bytesOf32(size), 1, isBlackOnWhite ? GRAYSCALE : PALETTE, 0, 0, 0]
  const palette = [foreground, background].flatMap(({ red, green, blue }) => [red, green, blue])
  return joinChunks([
    { type: 'IHDR', data: header },
    ...(isBlackOnWhite ? [] : [{ type: 'PLTE', data: palette }]),
    ...(isTransparent ? [{ type: 'tRNS', data: [255, 0] }] : []),
    { type: 'IDAT', data: zlibLines(scanLines(symbol, grid, size)) },
    { type: 'IEND', data: [] },
  ])
}
