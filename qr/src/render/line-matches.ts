import type { RepeatedLine } from './deflate'

/** A literal byte (0 to 255), or a match packed as length · 2^15 + distance − 1. */
export type Token = number

const DISTANCE_BITS = 15
const MAX_DISTANCE = 1 << DISTANCE_BITS
const MIN_MATCH = 3
const MAX_MATCH = 258

/** 0 for a literal, else 3 to 258. */
export const tokenLength = (token: Token): number => token >> DISTANCE_BITS
export const tokenDistance = (token: Token): number => (token & (MAX_DISTANCE - 1)) + 1
const matchToken = (length: number, distance: number): Token => (length << DISTANCE_BITS) | (distance - 1)

/** How many earlier places with the same three bytes are tried. */
const MAX_TRIES = 24

/** Bits a match is taken to cost beyond a literal's, by its distance; decides between near and long. */
const distanceCost = (distance: number): number => (distance <= 4 ? 0 : 31 - Math.clz32(distance))

/**
 * Finds matches over the distinct lines, which are kept one after the other in a buffer, and translates their places
 * to places in the picture: a match in an earlier line means the last repeat of that line.
 */
class LineMatcher {
  private readonly data: Uint8Array
  private readonly lineLength: number
  /** What to add to a place in the buffer to get the place of the last repeat in the picture, by line. */
  private readonly lastShift: number[] = []
  private firstShift = 0
  private readonly previous: Int32Array
  private readonly newest = new Int32Array(4096).fill(-1)
  bestLength = 0
  bestDistance = 0

  constructor(lines: readonly RepeatedLine[]) {
    this.lineLength = (lines[0] as RepeatedLine).bytes.length
    this.data = new Uint8Array(lines.length * this.lineLength)
    for (const [index, { bytes }] of lines.entries()) this.data.set(bytes, index * this.lineLength)
    this.previous = new Int32Array(this.data.length)
  }

  byteAt(at: number): number {
    return this.data[at] as number
  }

  /** Ends the line that was read and tells how often it repeats. */
  endLine(times: number): void {
    this.firstShift += (times - 1) * this.lineLength
    this.lastShift.push(this.firstShift)
  }

  private hash(at: number): number {
    const { data } = this
    const packed = ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number)
    return (Math.imul(packed, 0x9e3779b1) >>> 20) & 4095
  }

  /** Makes the place known to later searches. */
  insert(at: number, lineEnd: number): void {
    if (at + MIN_MATCH > lineEnd) return
    const slot = this.hash(at)
    this.previous[at] = this.newest[slot] as number
    this.newest[slot] = at
  }

  /** Sets `bestLength` (0 for none) and `bestDistance` for the bytes from `at`. */
  search(at: number, lineEnd: number): void {
    this.bestLength = 0
    if (at + MIN_MATCH > lineEnd) return
    const { data, lineLength } = this
    const line = Math.floor(at / lineLength)
    let bestGain = 0
    let candidate = this.newest[this.hash(at)] as number
    for (let tries = 0; candidate >= 0 && tries < MAX_TRIES; tries++) {
      const from = Math.floor(candidate / lineLength)
      const shift = from === line ? 0 : this.firstShift - (this.lastShift[from] as number)
      const distance = at - candidate + shift
      if (distance > MAX_DISTANCE) break
      const candidateEnd = from === line ? lineEnd : (from + 1) * lineLength
      const most = Math.min(MAX_MATCH, lineEnd - at, from === line ? MAX_MATCH : candidateEnd - candidate)
      let length = 0
      while (length < most && data[candidate + length] === data[at + length]) length++
      const gain = 8 * length - distanceCost(distance)
      if (length >= MIN_MATCH && gain > bestGain) {
        bestGain = gain
        this.bestLength = length
        this.bestDistance = distance
        if (length === most && most === lineEnd - at) break
      }
      candidate = this.previous[candidate] as number
    }
  }
}

/** The lines as literals and matches in the order of the picture. */
export function findTokens(lines: readonly RepeatedLine[]): Token[] {
  const [first] = lines
  if (!first) return []
  const tokens: Token[] = []
  const matcher = new LineMatcher(lines)
  const lineLength = first.bytes.length
  for (const [index, { times }] of lines.entries()) {
    tokenizeLine(matcher, index * lineLength, (index + 1) * lineLength, tokens)
    pushRepeats((times - 1) * lineLength, lineLength, tokens)
    matcher.endLine(times)
  }
  return tokens
}

/** Greedy, but a match gives way to a longer one that starts at the next byte. */
function tokenizeLine(matcher: LineMatcher, start: number, end: number, tokens: Token[]): void {
  let at = start
  while (at < end) {
    matcher.search(at, end)
    const { bestLength: length, bestDistance: distance } = matcher
    matcher.insert(at, end)
    if (length === 0) {
      tokens.push(matcher.byteAt(at++))
      continue
    }
    if (at + 1 < end && length < 32) {
      matcher.search(at + 1, end)
      if (matcher.bestLength > length + 1) {
        tokens.push(matcher.byteAt(at++))
        continue
      }
    }
    tokens.push(matchToken(length, distance))
    for (let inside = at + 1; inside < at + length; inside++) matcher.insert(inside, end)
    at += length
  }
}

/** `count` bytes that repeat the line before, in matches of the greatest length and one or two rests. */
function pushRepeats(count: number, lineLength: number, tokens: Token[]): void {
  let rest = count
  while (rest > 0) {
    let length = Math.min(rest, MAX_MATCH)
    if (rest - length > 0 && rest - length < MIN_MATCH) length -= MIN_MATCH
    tokens.push(matchToken(length, lineLength))
    rest -= length
  }
}
