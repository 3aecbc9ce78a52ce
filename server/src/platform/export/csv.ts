import type { Language } from '@scanleaf/shared'
import { LANGUAGE_TRAITS } from '../language-traits'
import type { ExportEntry } from './entry'

/** How the rows of a CSV file are written; every row ends with a line end. */
export interface CsvWriter {
  /** The first row. */
  head(names: readonly string[]): string
  row(cells: readonly Cell[]): string
}

/** A text, or an amount, which is a number for spreadsheets, also a negative one. */
type Cell = string | bigint

/** Without it Excel takes UTF-8 for the code page of Windows. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * What spreadsheets take for the beginning of a formula: some do so with the wide forms of East Asian keyboards, small
 * forms and the minus sign (OWASP, CSV Injection; ASVS 5.0, 1.2.10).
 */
const BEGINS_FORMULA = /^[=+\-@\0\t\n\r＝＋－＠﹦﹢﹣﹫−]/

/** What a spreadsheet would take for a formula begins with an apostrophe (threats §2.4). */
const quoted = (text: string): string =>
  `"${(BEGINS_FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const cellOf = (cell: Cell): string => (typeof cell === 'bigint' ? `${cell}` : quoted(cell))

const rowBy = (separator: ',' | ';') => (cells: readonly Cell[]) => `${cells.map(cellOf).join(separator)}\r\n`

/** RFC 4180, for programs. */
export const PROGRAM_CSV: CsvWriter = { head: rowBy(','), row: rowBy(',') }

/** As Excel of a language opens it with a double click: with its separator, and with the mark of UTF-8. */
export function spreadsheetCsv(language: Language): CsvWriter {
  const row = rowBy(LANGUAGE_TRAITS[language].csvSeparator)
  return { head: (names) => BYTE_ORDER_MARK + row(names), row }
}

/** A file of an export, for a spreadsheet of a language. */
export const csvFile = (
  path: string,
  language: Language,
  head: readonly string[],
  rows: AsyncIterable<readonly string[]>,
): ExportEntry => ({
  path,
  async *read() {
    const csv = spreadsheetCsv(language)
    yield csv.head(head)
    for await (const row of rows) yield csv.row(row)
  },
})
