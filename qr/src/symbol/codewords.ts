import type { BlockLayout } from './capacity'
import { writeCorrection } from './reed-solomon'
import { ALPHANUMERIC, alphanumericValue, countBits, NUMERIC, type Segment, utf8Length } from './segments'

/** Mode indicators by mode (numeric, alphanumeric, byte), ISO/IEC 18004 table 2. */
const MODE_INDICATORS: readonly number[] = [0b0001, 0b0010, 0b0100]
const ECI_INDICATOR = 0b0111
/** Assignment number of UTF-8 in the AIM ECI register. */
const ECI_UTF8 = 26
const TERMINATOR_BITS = 4

/** Writes bits, most significant first, into a fixed number of bytes. */
class BitWriter {
  private held = 0
  private heldBits = 0
  private at = 0

  constructor(readonly bytes: Uint8Array) {}

  /** Appends the low `count` bits of `value`; at most 16 at once. */
  push(value: number, count: number): void {
    this.held = (this.held << count) | value
    this.heldBits += count
    while (this.heldBits >= 8) {
      this.heldBits -= 8
      this.bytes[this.at++] = this.held >>> this.heldBits
    }
  }

  /** Terminator (cut short when there is no room), zero bits to the byte, then 0xEC 0x11 … (§7.4.9, 7.4.10). */
  close(): void {
    const free = (this.bytes.length - this.at) * 8 - this.heldBits
    this.push(0, Math.min(TERMINATOR_BITS, free))
    if (this.heldBits > 0) this.push(0, 8 - this.heldBits)
    for (let pad = 0xec; this.at < this.bytes.length; pad ^= 0xec ^ 0x11) this.bytes[this.at++] = pad
  }
}

const digitAt = (text: string, index: number): number => text.charCodeAt(index) - 48
const valueAt = (text: string, index: number): number => alphanumericValue(text.charCodeAt(index))

function writeNumeric(writer: BitWriter, text: string, start: number, end: number): void {
  let index = start
  for (; index + 2 < end; index += 3) {
    writer.push(digitAt(text, index) * 100 + digitAt(text, index + 1) * 10 + digitAt(text, index + 2), 10)
  }
  if (end - index === 2) writer.push(digitAt(text, index) * 10 + digitAt(text, index + 1), 7)
  if (end - index === 1) writer.push(digitAt(text, index), 4)
}

function writeAlphanumeric(writer: BitWriter, text: string, start: number, end: number): void {
  let index = start
  for (; index + 1 < end; index += 2) writer.push(valueAt(text, index) * 45 + valueAt(text, index + 1), 11)
  if (index < end) writer.push(valueAt(text, index), 6)
}

function writeUtf8(writer: BitWriter, text: string, start: number, end: number): void {
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) {
      writer.push(unit, 8)
      continue
    }
    const length = utf8Length(text, index)
    if (length === 0) continue
    const point = length === 4 ? (text.codePointAt(index) as number) : isSurrogate(unit) ? 0xfffd : unit
    writer.push(((0xf00 >> length) & 0xff) | (point >> (6 * (length - 1))), 8)
    for (let shift = 6 * (length - 2); shift >= 0; shift -= 6)
      writer.push(0x80 | ((point >> shift) & 0x3f), 8)
  }
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000

function characterCount(text: string, { mode, start, end }: Segment): number {
  if (mode === NUMERIC || mode === ALPHANUMERIC) return end - start
  let bytes = 0
  for (let index = start; index < end; index++) bytes += utf8Length(text, index)
  return bytes
}

/** The data codewords of a text: ECI designator if asked, segments, terminator, padding (§7.4). */
export function dataCodewords(
  text: string,
  segments: readonly Segment[],
  range: number,
  hasEci: boolean,
  length: number,
): Uint8Array {
  const writer = new BitWriter(new Uint8Array(length))
  if (hasEci) {
    writer.push(ECI_INDICATOR, 4)
    writer.push(ECI_UTF8, 8)
  }
  for (const segment of segments) {
    const { mode, start, end } = segment
    writer.push(MODE_INDICATORS[mode] as number, 4)
    writer.push(characterCount(text, segment), countBits(range, mode))
    if (mode === NUMERIC) writeNumeric(writer, text, start, end)
    else if (mode === ALPHANUMERIC) writeAlphanumeric(writer, text, start, end)
    else writeUtf8(writer, text, start, end)
  }
  writer.close()
  return writer.bytes
}

/** Cuts the data into blocks, adds their error correction and interleaves both (ISO/IEC 18004 §7.6). */
export function interleave(data: Uint8Array, layout: BlockLayout): Uint8Array {
  const { blocks, shortBlocks, shortLength, correction } = layout
  const out = new Uint8Array(layout.totalCodewords)
  for (let block = 0, start = 0; block < blocks; block++) {
    const isLong = block >= shortBlocks
    const end = start + shortLength + (isLong ? 1 : 0)
    for (let index = 0, at = block; index < shortLength; index++, at += blocks) {
      out[at] = data[start + index] as number
    }
    if (isLong) out[shortLength * blocks + block - shortBlocks] = data[end - 1] as number
    writeCorrection(data, start, end, correction, out, layout.dataCodewords + block, blocks)
    start = end
  }
  return out
}
