import type { RepeatedLine } from './repeated-line'

/** Remainders of all bytes for the reflected CRC-32 polynomial of PNG (ISO/IEC 15948 annex D). */
const crcTable = new Int32Array(256)
for (let byte = 0; byte < 256; byte++) {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  crcTable[byte] = rest
}

/** CRC-32 of a stretch of bytes, as an unsigned number. */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = -1
  for (let index = start; index < end; index++) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[index] as number)) & 0xff] as number)
  }
  return (crc ^ -1) >>> 0
}

const ADLER_MODULUS = 65521

/** Adler-32 of RFC 1950 over data in which lines repeat: only what differs from the line before is read. */
export class RepeatedAdler32 {
  private low = 1
  private high = 0
  private last: Uint8Array | null = null
  /** Sums over the bytes of the last line, once and as often as each counts in `high`. */
  private sum = 0
  private weighted = 0

  /** Products stay below 2^53: lines up to 64 kB, up to 2^20 times. */
  add({ bytes, times, changed = [0, bytes.length] }: RepeatedLine): void {
    const { length } = bytes
    const last = this.last ?? new Uint8Array(length)
    let more = 0
    let weightedMore = 0
    for (let index = changed[0]; index < changed[1]; index++) {
      const difference = (bytes[index] as number) - (last[index] as number)
      more += difference
      weightedMore += difference * (length - index)
    }
    this.last = bytes
    this.sum += more
    this.weighted += weightedMore
    const sum = this.sum % ADLER_MODULUS
    const weighted = this.weighted % ADLER_MODULUS
    const pairs = ((times * (times - 1)) / 2) % ADLER_MODULUS
    this.high =
      (this.high + times * ((length * this.low) % ADLER_MODULUS) + ((length * sum) % ADLER_MODULUS) * pairs) %
      ADLER_MODULUS
    this.high = (this.high + times * weighted) % ADLER_MODULUS
    this.low = (this.low + times * sum) % ADLER_MODULUS
  }

  /** The checksum as an unsigned number. */
  value(): number {
    return this.high * 65536 + this.low
  }
}
