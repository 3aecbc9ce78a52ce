import { RepeatedAdler32 } from './checksums'
import { type PrefixCode, prefixCode } from './huffman'
import { findTokens, type Token, tokenDistance, tokenLength } from './line-matches'
import type { RepeatedLine } from './repeated-line'

/** Smallest length, and extra bits, of the length symbols 257 to 285 (RFC 1951 §3.2.5). */
const LENGTH_BASES: number[] = []
const LENGTH_EXTRA: number[] = []
for (let symbol = 0, base = 3; symbol < 28; symbol++) {
  const extra = symbol < 8 ? 0 : (symbol >> 2) - 1
  LENGTH_BASES.push(base)
  LENGTH_EXTRA.push(extra)
  base += 1 << extra
}
LENGTH_BASES.push(258)
LENGTH_EXTRA.push(0)

/** Symbol index (0 for 257) of each match length. */
const symbolOfLength = new Uint8Array(259)
for (const [symbol, base] of LENGTH_BASES.entries()) symbolOfLength.fill(symbol, base)

const distanceExtra = (symbol: number): number => (symbol < 4 ? 0 : (symbol >> 1) - 1)

/** Symbol of a distance from 1 to 32768: two for each power of two. */
function distanceSymbol(distance: number): number {
  if (distance <= 4) return distance - 1
  const exponent = 31 - Math.clz32(distance - 1)
  return 2 * exponent + (((distance - 1) >> (exponent - 1)) & 1)
}

const distanceBase = (symbol: number): number =>
  symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << distanceExtra(symbol)) + 1

const END_OF_BLOCK = 256
const LITERAL_SYMBOLS = 286
const DISTANCE_SYMBOLS = 30
/** Order in which the lengths of the code length code are stored (RFC 1951 §3.2.7). */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Appends bits to a growing byte array, least significant first. */
class BitSink {
  bytes = new Uint8Array(4096)
  length = 0
  private held = 0
  private heldBits = 0

  /** At most 16 bits at once. */
  push(value: number, count: number): void {
    this.held |= value << this.heldBits
    this.heldBits += count
    if (this.heldBits < 16) return
    this.appendByte()
    this.appendByte()
  }

  finish(): void {
    while (this.heldBits > 0) this.appendByte()
  }

  private appendByte(): void {
    if (this.length === this.bytes.length) {
      const grown = new Uint8Array(2 * this.bytes.length)
      grown.set(this.bytes)
      this.bytes = grown
    }
    this.bytes[this.length++] = this.held
    this.held >>>= 8
    this.heldBits = Math.max(0, this.heldBits - 8)
  }
}

function countSymbols(tokens: readonly Token[]): { literals: Uint32Array; distances: Uint32Array } {
  const literals = new Uint32Array(LITERAL_SYMBOLS)
  const distances = new Uint32Array(DISTANCE_SYMBOLS)
  literals[END_OF_BLOCK] = 1
  for (const token of tokens) {
    const length = tokenLength(token)
    const symbol = length === 0 ? token : 257 + (symbolOfLength[length] as number)
    literals[symbol] = (literals[symbol] as number) + 1
    if (length === 0) continue
    const distance = distanceSymbol(tokenDistance(token))
    distances[distance] = (distances[distance] as number) + 1
  }
  return { literals, distances }
}

/** Lengths as symbols 0 to 15, and 16, 17, 18 with a repeat count for runs: [symbol, extra value, extra bits]. */
function runLengths(lengths: readonly number[]): [number, number, number][] {
  const out: [number, number, number][] = []
  for (let index = 0; index < lengths.length; ) {
    const value = lengths[index] as number
    let run = 1
    while (index + run < lengths.length && lengths[index + run] === value) run++
    index += run
    if (value !== 0) {
      out.push([value, 0, 0])
      run--
    }
    while (run > 0) {
      const most = value === 0 ? 138 : 6
      const taken = Math.min(run, most)
      if (taken < 3) out.push([value, 0, 0])
      else if (value !== 0) out.push([16, taken - 3, 2])
      else if (taken <= 10) out.push([17, taken - 3, 3])
      else out.push([18, taken - 11, 7])
      run -= taken < 3 ? 1 : taken
    }
  }
  return out
}

function usedLength(lengths: Uint8Array, least: number): number {
  let used = lengths.length
  while (used > least && lengths[used - 1] === 0) used--
  return used
}

/** Header of a block with its own codes (RFC 1951 §3.2.7), marked as the last block. */
function writeHeader(sink: BitSink, literals: PrefixCode, distances: PrefixCode): void {
  const literalCount = usedLength(literals.lengths, 257)
  const distanceCount = usedLength(distances.lengths, 1)
  const runs = runLengths([
    ...literals.lengths.subarray(0, literalCount),
    ...distances.lengths.subarray(0, distanceCount),
  ])
  const frequencies = new Uint32Array(19)
  for (const [symbol] of runs) frequencies[symbol] = (frequencies[symbol] as number) + 1
  const code = prefixCode(frequencies, 7)
  let stored = CODE_LENGTH_ORDER.length
  while (stored > 4 && code.lengths[CODE_LENGTH_ORDER[stored - 1] as number] === 0) stored--
  sink.push(0b101, 3)
  sink.push(literalCount - 257, 5)
  sink.push(distanceCount - 1, 5)
  sink.push(stored - 4, 4)
  for (const symbol of CODE_LENGTH_ORDER.slice(0, stored)) sink.push(code.lengths[symbol] as number, 3)
  for (const [symbol, extra, extraBits] of runs) {
    sink.push(code.codes[symbol] as number, code.lengths[symbol] as number)
    sink.push(extra, extraBits)
  }
}

function writeTokens(
  sink: BitSink,
  tokens: readonly Token[],
  literals: PrefixCode,
  distances: PrefixCode,
): void {
  const push = ({ codes, lengths }: PrefixCode, symbol: number): void =>
    sink.push(codes[symbol] as number, lengths[symbol] as number)
  for (const token of tokens) {
    const length = tokenLength(token)
    if (length === 0) {
      push(literals, token)
      continue
    }
    const symbol = symbolOfLength[length] as number
    push(literals, 257 + symbol)
    sink.push(length - (LENGTH_BASES[symbol] as number), LENGTH_EXTRA[symbol] as number)
    const distance = tokenDistance(token)
    const far = distanceSymbol(distance)
    push(distances, far)
    sink.push(distance - distanceBase(far), distanceExtra(far))
  }
  push(literals, END_OF_BLOCK)
}

/**
 * Compresses repeated lines to a zlib stream (RFC 1950, 1951). A line is searched for matches once; its repeats are
 * matches one line back. One block with codes of its own.
 */
export function zlibLines(lines: readonly RepeatedLine[]): Uint8Array {
  const tokens = findTokens(lines)
  const { literals, distances } = countSymbols(tokens)
  const literalCode = prefixCode(literals, 15)
  const distanceCode = prefixCode(distances, 15)
  const checksum = new RepeatedAdler32()
  for (const line of lines) checksum.add(line)
  const sink = new BitSink()
  // 32 kB window, deflate; level 3; the header is a multiple of 31
  sink.push(0x78, 8)
  sink.push(0xda, 8)
  writeHeader(sink, literalCode, distanceCode)
  writeTokens(sink, tokens, literalCode, distanceCode)
  sink.finish()
  for (let shift = 24; shift >= 0; shift -= 8) sink.push((checksum.value() >>> shift) & 0xff, 8)
  return sink.bytes.subarray(0, sink.length)
}

const CHUNK = 4096

/** Compresses any bytes, in lines of 4096; `filler` fills the last one. */
export function zlibPadded(bytes: Uint8Array, filler: number): Uint8Array {
  const lines: RepeatedLine[] = []
  for (let at = 0; at < Math.max(1, bytes.length); at += CHUNK) {
    const line = new Uint8Array(CHUNK).fill(filler)
    line.set(bytes.subarray(at, at + CHUNK))
    lines.push({ bytes: line, times: 1 })
  }
  return zlibLines(lines)
}
