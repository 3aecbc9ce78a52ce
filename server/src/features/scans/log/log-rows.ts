import { hash } from 'node:crypto'
import { copy } from '../../../platform/db/copy'
import type { Db } from '../../../platform/db/database'
import type { RowNumbers } from './log-dictionaries'

/** A row of the log or the inbox, all of whose fields have a fixed width. */
export interface NumberedScan extends RowNumbers {
  /** Milliseconds since the epoch. */
  at: number
  /** The name that the journal gives a visitor. */
  visitor: string
  /** Its place in `KINDS`. */
  kind: number
  /** A sum of `FLAGS`, and the number of the outcome above them. */
  flags: number
}

const COLUMNS = ['at', 'visitor', 'code', 'agent', 'referrer', 'language', 'country', 'kind', 'flags']
const WIDTHS = [8, 8, 4, 4, 4, 4, 4, 2, 2]
/** A row in the binary format of COPY: how many fields, and each behind its length. */
const TEMPLATE = (() => {
  const fields = WIDTHS.map((width) => {
    const field = Buffer.alloc(4 + width)
    field.writeInt32BE(width)
    return field
  })
  const count = Buffer.alloc(2)
  count.writeInt16BE(WIDTHS.length)
  return Buffer.concat([count, ...fields])
})()
/** Where the value of a field begins. */
const [
  AT = 0,
  VISITOR = 0,
  CODE = 0,
  AGENT = 0,
  REFERRER = 0,
  LANGUAGE = 0,
  COUNTRY = 0,
  KIND = 0,
  FLAG = 0,
] = WIDTHS.map((_, field) => 2 + WIDTHS.slice(0, field).reduce((sum, width) => sum + 4 + width, 4))
/** The binary format counts microseconds from the year 2000. */
const FIRST_MS = Date.UTC(2000, 0, 1)
const HASHED_BYTES = 8

/** Rows as `copyScans` takes them. */
export function rowBytes<Row>(rows: readonly Row[], scanOf: (row: Row) => NumberedScan): Buffer {
  const bytes = Buffer.allocUnsafe(TEMPLATE.length * rows.length)
  for (const [place, row] of rows.entries()) {
    const from = place * TEMPLATE.length
    const scan = scanOf(row)
    TEMPLATE.copy(bytes, from)
    bytes.writeBigInt64BE(BigInt(scan.at - FIRST_MS) * 1000n, from + AT)
    // See `scanLog.visitor`.
    bytes.write(hash('sha256', scan.visitor, 'binary').slice(0, HASHED_BYTES), from + VISITOR, 'binary')
    bytes.writeInt32BE(scan.code, from + CODE)
    bytes.writeInt32BE(scan.agent, from + AGENT)
    bytes.writeInt32BE(scan.referrer, from + REFERRER)
    bytes.writeInt32BE(scan.language, from + LANGUAGE)
    bytes.writeInt32BE(scan.country, from + COUNTRY)
    bytes.writeInt16BE(scan.kind, from + KIND)
    bytes.writeInt16BE(scan.flags, from + FLAG)
  }
  return bytes
}

export const copyScans = (tx: Db, table: 'scan_inbox' | 'scan_log', rows: Iterable<Buffer>): Promise<void> =>
  copy(tx, table, COLUMNS, rows)
