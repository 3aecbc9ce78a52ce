import { normalForm } from '@scanleaf/qr'
import { MAX_IMPORT_ROWS, SCANLEAF_CODES } from '@scanleaf/shared'
import {
  decodeText,
  MAX_TABLE_COLUMNS,
  readLines,
  TableError,
  type TableProblem,
  type TextEncoding,
} from '@scanleaf/shared/tables'
import { type FileTable, tableOfJson } from './json-table'

/** What a file holds, or why it cannot be read; `row` is where, as the file counts its rows. */
export type FileContent =
  | { kind: 'table'; encoding: TextEncoding | null; table: FileTable }
  | { kind: 'codes'; codes: unknown[] }
  | { kind: 'problem'; problem: TableProblem; row: number | null }

/** JSON begins with one of these; a header of CSV with a brace would be quoted by no program. */
const JSON_START = /^\s*[[{]/

/** Reads CSV, and JSON as services give it. Runs in a process of its own: the file may be made to take long. */
export function readFileContent(bytes: Uint8Array): FileContent {
  try {
    const { text, encoding } = decodeText(bytes)
    if (JSON_START.test(text)) return contentOfJson(text)
    return { kind: 'table', encoding, table: bounded(tableOfText(text)) }
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return { kind: 'problem', problem: error.problem, row: error.row ?? null }
  }
}

function contentOfJson(text: string): FileContent {
  const value = parsed(text)
  const codes = (value as { codes?: unknown } | null)?.codes
  if ((value as { format?: unknown } | null)?.format === SCANLEAF_CODES && Array.isArray(codes)) {
    if (codes.length === 0) throw new TableError('no-rows')
    if (codes.length > MAX_IMPORT_ROWS) throw new TableError('too-many-rows')
    return { kind: 'codes', codes }
  }
  return { kind: 'table', encoding: null, table: bounded(tableOfJson(value)) }
}

/** The position that the engine names is told as a line. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1])
    const row = Number.isNaN(position) ? undefined : text.slice(0, position).split('\n').length
    throw new TableError('broken', row)
  }
}

function tableOfText(text: string): FileTable {
  const { lines, firstRow } = readLines(text)
  const full = lines
    .map((cells, index) => ({
      at: index + firstRow,
      cells: cells.map((cell) => normalForm(cell).trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const [head, ...rows] = full
  if (!head || rows.length === 0) throw new TableError('no-rows')
  const width = head.cells.findLastIndex((cell) => cell !== '') + 1
  if (width > MAX_TABLE_COLUMNS) throw new TableError('too-many-columns')
  const cellsOf = (cells: string[]) => Array.from({ length: width }, (_, column) => cells[column] ?? '')
  return { headers: cellsOf(head.cells), rows: rows.map(({ at, cells }) => ({ at, cells: cellsOf(cells) })) }
}

function bounded(table: FileTable): FileTable {
  if (table.rows.length > MAX_IMPORT_ROWS) throw new TableError('too-many-rows')
  return table
}
