import type { RepeatedLine } from './repeated-line'

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

/** The buffer of lines holds this many times the reach of a match, so that it seldom slides. */
const REACHES = 4

/** How many earlier places that start with the same two runs are tried. */
const MAX_TRIES = 6
const HASH_SIZE = 2048

/** Bits that a run saves when a match covers it: about what a literal and a match of distance 1 cost. */
const RUN_GAIN = 9

/** Bits that a match costs more than one of distance 1. */
const distanceCost = (distance: number): number => (distance === 1 ? 0 : 36 - Math.clz32(distance))

/**
 * Finds matches over the distinct lines, of which as many are kept as a match can reach, and translates their positions
 * in the buffer to positions in the picture: a match in an earlier line means the last repeat of that line.
 *
 * Pictures of codes are runs of equal bytes, so places are hashed by the two runs that start there and compared run by
 * run.
 */
class LineMatcher {
  private readonly data: Uint8Array
  /** Bytes from each place on that are equal, up to the end of the line. */
  private readonly runs: Uint16Array
  private readonly lineLength: number
  /** Bytes of the lines that a match can reach, the one being read left out. */
  private readonly reach: number
  /** Where the next line begins. */
  private end = 0
  /** What to add to a place in the buffer to get the place of the last repeat in the picture, by line. */
  private lastShift: number[] = []
  private firstShift = 0
  private readonly previous: Int32Array
  private readonly newest = new Int32Array(HASH_SIZE).fill(-1)
  /** The best match of the last search: its length, 0 for none, and its distance in the picture. */
  bestLength = 0
  bestDistance = 0
  private bestGain = 0

  constructor(lines: readonly RepeatedLine[]) {
    this.lineLength = (lines[0] as RepeatedLine).bytes.length
    const reached = Math.ceil(MAX_DISTANCE / this.lineLength) + 1
    this.reach = reached * this.lineLength
    this.data = new Uint8Array(Math.min(lines.length, REACHES * reached) * this.lineLength)
    this.previous = new Int32Array(this.data.length)
    this.runs = new Uint16Array(this.data.length)
  }

  /** Takes a line in. @returns where it begins */
  startLine({ bytes, changed }: RepeatedLine): number {
    if (this.end === this.data.length) this.slide()
    const { data, runs, lineLength, end: start } = this
    this.end += lineLength
    data.set(bytes, start)
    if (changed) runs.copyWithin(start, start - lineLength, start)
    const [from, to] = changed ?? [0, lineLength]
    let run = to < lineLength ? (runs[start + to] as number) : 0
    let last = to < lineLength ? (data[start + to] as number) : -1
    for (let column = to - 1; column >= 0; column--) {
      const byte = bytes[column] as number
      run = byte === last ? run + 1 : 1
      last = byte
      if (column < from && runs[start + column] === run) break
      runs[start + column] = run
    }
    return start
  }

  /** Moves what can still be reached to the front. */
  private slide(): void {
    const { data, runs, previous, newest, reach } = this
    const by = this.end - reach
    data.copyWithin(0, by)
    runs.copyWithin(0, by)
    for (let at = 0; at < reach; at++) previous[at] = (previous[at + by] as number) - by
    for (let slot = 0; slot < HASH_SIZE; slot++) newest[slot] = Math.max(-1, (newest[slot] as number) - by)
    this.lastShift = this.lastShift.slice(by / this.lineLength)
    this.end = reach
  }

  byteAt(at: number): number {
    return this.data[at] as number
  }

  runAt(at: number): number {
    return this.runs[at] as number
  }

  /** Ends the line that was read and returns how often it repeats. */
  endLine(times: number): void {
    this.firstShift += (times - 1) * this.lineLength
    this.lastShift.push(this.firstShift)
  }

  private hash(at: number, lineEnd: number): number {
    const run = this.runs[at] as number
    const next = at + run
    const second = next < lineEnd ? ((this.runs[next] as number) << 8) | (this.data[next] as number) : 0
    const packed = (run << 8) | (this.data[at] as number) | (second << 15)
    return (Math.imul(packed, 0x9e3779b1) >>> 16) & (HASH_SIZE - 1)
  }

  /** Makes the start of a run known to later searches. */
  insert(at: number, lineEnd: number): void {
    const slot = this.hash(at, lineEnd)
    this.previous[at] = this.newest[slot] as number
    this.newest[slot] = at
  }

  /** Compares the bytes at two places run by run; keeps the match if it saves more than the best so far. */
  private consider(candidate: number, at: number, distance: number, most: number): void {
    const { data, runs } = this
    let length = 0
    let gain = -distanceCost(distance)
    while (length < most && data[candidate + length] === data[at + length]) {
      const run = runs[at + length] as number
      const other = runs[candidate + length] as number
      if (run !== other) {
        if (other > run) gain += RUN_GAIN
        length += Math.min(run, other)
        break
      }
      gain += RUN_GAIN
      length += run
    }
    if (length > most) length = most
    if (length < MIN_MATCH || gain <= this.bestGain) return
    this.bestGain = gain
    this.bestLength = length
    this.bestDistance = distance
  }

  /** Sets `bestLength` and `bestDistance` for the bytes from `at`. */
  search(at: number, lineEnd: number): void {
    this.bestLength = 0
    this.bestGain = 0
    const { lineLength } = this
    const most = Math.min(MAX_MATCH, lineEnd - at)
    const line = Math.floor(at / lineLength)
    const start = line * lineLength
    if (at > start && this.data[at - 1] === this.data[at]) {
      // the rest of a run
      this.bestLength = Math.min(most, this.runs[at] as number)
      this.bestDistance = 1
      this.bestGain = RUN_GAIN
      if (this.bestLength < MIN_MATCH) this.bestLength = this.bestGain = 0
    }
    if (line > 0) this.consider(at - lineLength, at, lineLength, most)
    let candidate = this.newest[this.hash(at, lineEnd)] as number
    for (let tries = 0; candidate >= 0 && tries < MAX_TRIES; tries++) {
      // Only a longer match or a nearer place saves more than the best so far.
      const { bestLength } = this
      const isLonger = this.data[candidate + bestLength] === this.data[at + bestLength]
      if (isLonger || candidate > at - lineLength) {
        const from = Math.floor(candidate / lineLength)
        const shift = from < line ? this.firstShift - (this.lastShift[from] as number) : 0
        const distance = at - candidate + shift
        if (distance > MAX_DISTANCE) break
        this.consider(candidate, at, distance, Math.min(most, (from + 1) * lineLength - candidate))
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
  for (const line of lines) {
    const { bytes, times } = line
    const start = matcher.startLine(line)
    tokenizeLine(matcher, start, start + lineLength, tokens)
    if ((times - 1) * lineLength >= MIN_MATCH) pushRepeats((times - 1) * lineLength, lineLength, tokens)
    else for (let repeat = 1; repeat < times; repeat++) tokens.push(...bytes)
    matcher.endLine(times)
  }
  return tokens
}

function tokenizeLine(matcher: LineMatcher, start: number, end: number, tokens: Token[]): void {
  let at = start
  let nextRun = start
  while (at < end) {
    matcher.search(at, end)
    const { bestLength: length, bestDistance: distance } = matcher
    tokens.push(length === 0 ? matcher.byteAt(at) : matchToken(length, distance))
    at += length === 0 ? 1 : length
    for (; nextRun < at; nextRun += matcher.runAt(nextRun)) matcher.insert(nextRun, end)
  }
}

/** `count` bytes, at least three, that repeat the line before, in matches of the greatest length and one or two rests. */
function pushRepeats(count: number, lineLength: number, tokens: Token[]): void {
  let rest = count
  while (rest > 0) {
    let length = Math.min(rest, MAX_MATCH)
    if (rest - length > 0 && rest - length < MIN_MATCH) length -= MIN_MATCH
    tokens.push(matchToken(length, lineLength))
    rest -= length
  }
}
