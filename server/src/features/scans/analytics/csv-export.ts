import { type CsvDialect, type Language, localTimeAt } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { csvLine } from '../../../platform/export/entry'
import { listSeparatorOf } from '../../../platform/export/list-separator'
import { firstScans, type LogRow, nameOfCode, nextCodes, nextScans } from './scan-log-repository'

const ROWS_AT_ONCE = 1_000
const CODES_AT_ONCE = 200
/** Rows that each code gives at once where codes are many. */
const FIRST_ROWS = 25

/** By the names of the wire, so that a program that reads the file needs no translation. */
const COLUMNS = [
  'time',
  'zone',
  'code',
  'counted',
  'kind',
  'unique',
  'repeat',
  'timeCorrected',
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

export interface CsvForm {
  dialect: CsvDialect
  /** The zone of the times in a spreadsheet. */
  zone: string
  language: Language
}

/** The log of one code, in order of time, in pieces that are read as they are sent. */
export async function* codeCsv(db: Db, codeId: string, span: Span, form: CsvForm): AsyncGenerator<string> {
  const writer = writerOf(form)
  yield writer.head
  yield* rowsOfCode(db, { codeId, name: await nameOfCode(db, codeId) }, span, writer)
}

/** The log of all codes of an owner, one code after the other. */
export async function* ownerCsv(db: Db, userId: string, span: Span, form: CsvForm): AsyncGenerator<string> {
  const writer = writerOf(form)
  yield writer.head
  for (let after: string | null = null; ; ) {
    const codes: { codeId: string; name: string }[] = await nextCodes(db, userId, after, CODES_AT_ONCE)
    for (const code of codes) yield* rowsOfCode(db, code, span, writer)
    after = codes.at(-1)?.codeId ?? null
    if (codes.length < CODES_AT_ONCE) return
  }
}

/**
 * The rows of `ownerCsv` in the form for programs, without their head: nothing where there are none. The first rows of many
 * codes are read at once, since most codes have few.
 */
export async function* ownerRows(db: Db, userId: string, span: Span): AsyncGenerator<string> {
  for (let place: string | null = null; ; ) {
    const codes: { codeId: string; name: string }[] = await nextCodes(db, userId, place, CODES_AT_ONCE)
    const rows = new Map(codes.map(({ codeId }): [string, LogRow[]] => [codeId, []]))
    for (const row of await firstScans(db, [...rows.keys()], { ...span, limit: FIRST_ROWS }))
      rows.get(row.codeId)?.push(row)
    for (const code of codes) {
      const first = rows.get(code.codeId) ?? []
      if (first.length > 0) yield first.map((row) => PROGRAM_WRITER.row(row, code.name)).join('')
      if (first.length >= FIRST_ROWS) yield* rowsOfCode(db, code, span, PROGRAM_WRITER, first.at(-1))
    }
    place = codes.at(-1)?.codeId ?? null
    if (codes.length < CODES_AT_ONCE) return
  }
}

async function* rowsOfCode(
  db: Db,
  { codeId, name }: { codeId: string; name: string },
  span: Span,
  writer: Writer,
  behind: LogRow | null = null,
): AsyncGenerator<string> {
  for (let after = behind; ; ) {
    const rows: LogRow[] = await nextScans(db, codeId, { ...span, after, limit: ROWS_AT_ONCE })
    if (rows.length > 0) yield rows.map((row) => writer.row(row, name)).join('')
    after = rows.at(-1) ?? null
    if (rows.length < ROWS_AT_ONCE) return
  }
}

interface Writer {
  head: string
  row: (row: LogRow, code: string) => string
}

/** RFC 4180, in UTC. */
const PROGRAM_WRITER: Writer = {
  head: csvLine(COLUMNS, ','),
  row: (row, code) => csvLine([row.at.toISOString(), 'UTC', ...cellsOf(row, code)], ','),
}
export const OWNER_ROWS_HEAD = PROGRAM_WRITER.head

function writerOf({ dialect, zone, language }: CsvForm): Writer {
  if (dialect === 'rfc4180') return PROGRAM_WRITER
  const separator = listSeparatorOf(language)
  return {
    // With the mark by which spreadsheets know UTF-8.
    head: `\uFEFF${csvLine(COLUMNS, separator)}`,
    row: (row, code) => csvLine([localTimeAt(row.at, zone), zone, ...cellsOf(row, code)], separator),
  }
}

const cellsOf = (row: LogRow, code: string): string[] => [
  code,
  yesNo(row.kind === 'person'),
  row.kind,
  yesNo(row.isUnique),
  yesNo(row.isRepeat),
  yesNo(row.isTimeCorrected),
  row.country,
  row.device,
  row.system,
  row.browser,
  row.referrer,
  row.language,
  row.userAgent,
]

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
