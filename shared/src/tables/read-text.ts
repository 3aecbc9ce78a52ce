import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS, type Sheet, sheetOf, TableError, type TableNote } from './table'

const SEPARATORS = [',', ';', '\t'] as const
type Separator = (typeof SEPARATORS)[number]

/** A spreadsheet program names its separator in a line of its own: `sep=;`. */
const NAMED_SEPARATOR = /^sep=([,;\t])\r?\n/i

/** Quoted cells, in which a separator separates nothing. */
const QUOTED = /"(?:[^"]|"")*"/g

/** Characters of one row; a longer one is an open quote, or no table. */
const MAX_ROW_LENGTH = 200_000
/** Empty rows that are read beside the others. */
const MAX_EMPTY_ROWS = 100_000

/** The most frequent separator of the first line; a comma where there is none. */
function separatorOf(text: string): Separator {
  const head = (/^.*/.exec(text.trimStart())?.[0] ?? '').replace(QUOTED, '')
  const counts = SEPARATORS.map((separator) => head.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Rows of separated values: RFC 4180 with comma, semicolon or tab, as the first line has it.
 * @throws {TableError}
 */
export function readText(text: string): Sheet {
  const { lines, notes } = readLines(text)
  return sheetOf('', lines, notes)
}

/** All rows of a text with the empty ones; `firstRow` is the number of the first one in the file. */
export interface Lines {
  lines: string[][]
  firstRow: number
  notes: TableNote[]
}

/**
 * As `readText`, with the rows as they are in the file.
 * @throws {TableError}
 */
export function readLines(text: string): Lines {
  const named = NAMED_SEPARATOR.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const separator = (named?.[1] as Separator | undefined) ?? separatorOf(body)
  const firstRow = named ? 2 : 1
  const lines = linesOf(body, separator, firstRow)
  const [head, ...others] = lines.filter((line) => line.length > 0)
  if (!head) throw new TableError('no-rows')
  refuseOtherSeparator(head, others, separator)
  return { lines, firstRow, notes: extraCells(lines, head.length, firstRow) }
}

/** A formula of nothing but a text, by which programs keep the zeros of a number: `="0912345678"`. */
const TEXT_FORMULA = /^="([^"]*)"$/

const shownText = (cell: string): string => TEXT_FORMULA.exec(cell)?.[1] ?? cell

function linesOf(body: string, separator: Separator, firstRow: number): string[][] {
  let full = 0
  try {
    // As bytes: of a string the parser would make a list of as many numbers first.
    return parse(new TextEncoder().encode(body), {
      delimiter: separator,
      // Files that were put together from several have all of them.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // `Table "VIP"` is a name, not a quoted cell.
      relax_quotes: true,
      max_record_size: MAX_ROW_LENGTH,
      to: MAX_TABLE_ROWS + MAX_EMPTY_ROWS,
      on_record: (line: string[]) => {
        const width = line.findLastIndex((cell) => cell.trim() !== '') + 1
        if (width > 0 && ++full > MAX_TABLE_ROWS) throw new TableError('too-many-rows')
        // Separators alone take twenty times the memory of their text.
        if (width === 0) return []
        return (line.length > MAX_TABLE_COLUMNS ? line.slice(0, width) : line).map(shownText)
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What is longer than any row is mostly the rest of the file behind a quote, which the row after the last whole one opens.
    throw new TableError('open-quote', Number(error['records']) + firstRow)
  }
}

/** A head of several cells over rows of one, which hold another separator. */
function refuseOtherSeparator(head: string[], others: string[][], separator: Separator): void {
  if (head.length < 2 || others.length === 0) return
  const isOther = ([cell = '', ...more]: string[]) =>
    more.length === 0 && SEPARATORS.some((each) => each !== separator && cell.includes(each))
  if (others.filter(isOther).length * 2 > others.length) throw new TableError('wrong-separator')
}

/** Cells beyond the head, as of an address with a comma that is not quoted: what follows would be lost unseen. */
function extraCells(lines: string[][], width: number, firstRow: number): TableNote[] {
  if (width < 2 || width > MAX_TABLE_COLUMNS) return []
  const isLong = (line: string[]) => line.slice(width).some((cell) => cell.trim() !== '')
  const total = lines.filter(isLong).length
  return total > 0 ? [{ code: 'extra-cells', total, row: lines.findIndex(isLong) + firstRow }] : []
}
