import { crc32 } from 'node:zlib'

const CHECKSUM_LENGTH = 8

/** One line of a journal: CRC-32 of the record in hexadecimal, a blank, the record (no line break in it). */
export function frameOf(record: string): string {
  return `${crc32(record).toString(16).padStart(CHECKSUM_LENGTH, '0')} ${record}\n`
}

export interface Unframed {
  records: string[]
  /** Lines before the last whose checksum is wrong: the disk, not a crash, has spoilt them. */
  damaged: number
  /** The last line is incomplete: the writer was killed within a write, so nobody was answered for it. */
  isTorn: boolean
}

/** The records of a journal as far as they are whole; a spoilt line does not hide those after it. */
export function unframe(text: string): Unframed {
  const lines = text.split('\n')
  // Behind the last line break is nothing, or what a crash left of a line.
  const rest = lines.pop() ?? ''
  const records = lines.map(recordOf).filter((record) => record !== null)
  return { records, damaged: lines.length - records.length, isTorn: rest !== '' }
}

function recordOf(line: string): string | null {
  const record = line.slice(CHECKSUM_LENGTH + 1)
  return frameOf(record) === `${line}\n` ? record : null
}
