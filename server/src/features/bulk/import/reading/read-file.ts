import { normalForm } from '@scanleaf/qr'
import { type Language, MAX_BULK_ROWS, MAX_IMPORT_BYTES, SCANLEAF_CODES } from '@scanleaf/shared'
import { JsonError, parseJson } from '@scanleaf/shared/json'
import {
  decodeAs,
  decodeText,
  MAX_TABLE_COLUMNS,
  readLines,
  TableError,
  type TableProblem,
  type TextEncoding,
} from '@scanleaf/shared/tables'
import { type FileTable, tableOfJson } from './json-table'

/** Why a file cannot be read; `row` and `column` are where, as the file counts its rows and names its columns. */
export interface FileProblem {
  kind: 'problem'
  problem: TableProblem | 'too-deep'
  row: number | null
  column?: string
}

/** What a file holds. */
export type FileContent =
  | { kind: 'table'; encoding: TextEncoding | null; table: FileTable }
  | { kind: 'codes'; codes: unknown[] }
  | FileProblem

/** JSON begins with one of these; a header of CSV with a brace would be quoted by no program. */
const JSON_START = /^\s*[[{]/

/** How a file is read: in the encoding that was chosen, else in the one that it fits and the language decides. */
export interface ReadOptions {
  encoding: TextEncoding | undefined
  language: Language
}

/** Reads CSV, and JSON as services give it. Runs in a process of its own: the file may be made to take long. */
export function readFileContent(bytes: Uint8Array, { encoding: chosen, language }: ReadOptions): FileContent {
  try {
    const { text, encoding } = chosen ? decodeAs(bytes, chosen) : decodeText(bytes, language)
    if (JSON_START.test(text)) return contentOfJson(text)
    return { kind: 'table', encoding, table: tableOfText(text) }
  } catch (error) {
    if (error instanceof JsonError) return deepProblem(error)
    if (!(error instanceof TableError)) throw error
    return { kind: 'problem', problem: error.problem, row: error.row ?? null }
  }
}

function contentOfJson(text: string): FileContent {
  const value = parsed(text)
  const codes = (value as { codes?: unknown } | null)?.codes
  if ((value as { format?: unknown } | null)?.format === SCANLEAF_CODES && Array.isArray(codes)) {
    if (codes.length === 0) throw new TableError('no-rows')
    if (codes.length > MAX_BULK_ROWS) throw new TableError('too-many-rows')
    return { kind: 'codes', codes }
  }
  return { kind: 'table', encoding: null, table: tableOfJson(value) }
}

/** The position that the engine names is told as a line. */
function parsed(text: string): unknown {
  try {
    return parseJson(text, { maxLength: MAX_IMPORT_BYTES })
  } catch (error) {
    if (!(error instanceof JsonError) || error.problem === 'too-deep') throw error
    if (error.problem !== 'malformed') throw new TableError('unpacks-too-large')
    const position = Number(/position (\d+)/.exec(String(error.cause))?.[1])
    const row = Number.isNaN(position) ? undefined : text.slice(0, position).split('\n').length
    throw new TableError('broken', row)
  }
}

const MAX_COLUMN_LENGTH = 100

/** The row is the first list on the way to the value, and the column what is named in it. */
function deepProblem({ path }: JsonError): FileProblem {
  const at = path.findIndex((step) => typeof step === 'number')
  const column = path[at + 1]
  return {
    kind: 'problem',
    problem: 'too-deep',
    row: at < 0 ? null : Number(path[at]) + 1,
    ...(typeof column === 'string' && { column: column.slice(0, MAX_COLUMN_LENGTH).toWellFormed() }),
  }
}

function tableOfText(text: string): FileTable {
  const { lines, firstRow } = readLines(text)
  const full = lines
    .map((cells, index) => ({ at: index + firstRow, cells }))
    .filter(({ cells }) => cells.length > 0)
  const [head, ...rows] = full
  if (!head || rows.length === 0) throw new TableError('no-rows')
  const width = head.cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (width > MAX_TABLE_COLUMNS) throw new TableError('too-many-columns')
  const cellsOf = (cells: string[]) =>
    Array.from({ length: width }, (_, column) => normalForm(cells[column] ?? '').trim())
  return { headers: cellsOf(head.cells), rows: rows.map(({ at, cells }) => ({ at, cells: cellsOf(cells) })) }
}
