import { crc32 } from 'node:zlib'

const CHECKSUM_LENGTH = 8
const CHECKSUM_BASE = 16
/** Between records: ASCII's record separator. */
export const RECORD_END = '\u001e'

/**
 * One line of a journal, for records that are written together: CRC-32 of all that follows in hexadecimal, a blank, the
 * records with separators between them. A record holds neither a line break nor a separator.
 */
export function frameOf(records: readonly string[]): Buffer {
  const line = Buffer.from(`${' '.repeat(CHECKSUM_LENGTH + 1)}${records.join(RECORD_END)}\n`)
  line.write(checksum(line.subarray(CHECKSUM_LENGTH + 1, -1)), 'latin1')
  return line
}

const checksum = (content: string | Buffer): string =>
  crc32(content).toString(CHECKSUM_BASE).padStart(CHECKSUM_LENGTH, '0')

export interface Unframed {
  records: string[]
  /** Lines before the last whose checksum is wrong: the disk, not a crash, has spoilt them. */
  damaged: number
  /** The last line is incomplete: the writer was killed within a write, so nobody was answered for it. */
  isTorn: boolean
}

/** The records of a journal as far as its lines are whole; a spoilt line does not hide those after it. */
export function unframe(text: string): Unframed {
  const lines = text.split('\n')
  // After the last line break there is nothing, or an incomplete line of a crash.
  const rest = lines.pop() ?? ''
  const whole = lines.map(recordsOf).filter((records) => records !== null)
  return { records: whole.flat(), damaged: lines.length - whole.length, isTorn: rest !== '' }
}

function recordsOf(line: string): string[] | null {
  const content = line.slice(CHECKSUM_LENGTH + 1)
  return line === `${checksum(content)} ${content}` ? content.split(RECORD_END) : null
}
