import type { Db } from '../../platform/db/database'
import { type LogRow, nameOfCode, nextCodes, nextScans } from './log-repository'

const ROWS_AT_ONCE = 1_000
const CODES_AT_ONCE = 200

/** Field names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = [
  'time',
  'code',
  'counted',
  'kind',
  'unique',
  'repeat',
  'country',
  'device',
  'system',
  'browser',
  'referrer',
  'language',
  'userAgent',
]

interface Span {
  from: Date
  to: Date
}

/** The log of one code as CSV (RFC 4180), in order of time, in pieces that are read as they are sent. */
export async function* codeCsv(db: Db, codeId: string, span: Span): AsyncGenerator<string> {
  yield head()
  yield* rowsOfCode(db, { codeId, name: await nameOfCode(db, codeId) }, span)
}

/** The log of all codes of an owner, one code after the other. */
export async function* ownerCsv(db: Db, userId: string, span: Span): AsyncGenerator<string> {
  yield head()
  for (let after: string | null = null; ; ) {
    const codes: { codeId: string; name: string }[] = await nextCodes(db, userId, after, CODES_AT_ONCE)
    for (const code of codes) yield* rowsOfCode(db, code, span)
    after = codes.at(-1)?.codeId ?? null
    if (codes.length < CODES_AT_ONCE) return
  }
}

async function* rowsOfCode(
  db: Db,
  { codeId, name }: { codeId: string; name: string },
  span: Span,
): AsyncGenerator<string> {
  for (let after: LogRow | null = null; ; ) {
    const rows: LogRow[] = await nextScans(db, codeId, { ...span, after, limit: ROWS_AT_ONCE })
    if (rows.length > 0) yield rows.map((row) => line(cellsOf(row, name))).join('')
    after = rows.at(-1) ?? null
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** With the mark by which spreadsheets know UTF-8. */
const head = () => `\uFEFF${line(COLUMNS)}`

const cellsOf = (row: LogRow, code: string): string[] => [
  row.at.toISOString(),
  code,
  yesNo(row.kind === 'person'),
  row.kind,
  yesNo(row.isUnique),
  yesNo(row.isRepeat),
  row.country,
  row.device,
  row.system,
  row.browser,
  row.referrer,
  row.language,
  row.userAgent,
]

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')

const line = (cells: readonly string[]): string => `${cells.map(csvCell).join()}\r\n`

/** Always quoted; what a spreadsheet would take for a formula begins with an apostrophe (threat model §2.4). */
export const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
