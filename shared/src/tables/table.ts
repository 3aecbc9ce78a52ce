import { normalForm } from '@scanleaf/qr'
import { MAX_BULK_ROWS } from '../bulk/limits'
import type { CodePage } from '../text-encodings'

/** Rows that are read: those of a batch, and the head. */
export const MAX_TABLE_ROWS = MAX_BULK_ROWS + 1
export const MAX_TABLE_COLUMNS = 200
export const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Why a file or a pasted text gives no table. */
export const TABLE_PROBLEMS = [
  'too-large',
  'too-slow',
  'unpacks-too-large',
  'not-a-table',
  'old-or-locked',
  'broken',
  'no-rows',
  'too-many-rows',
  'too-many-columns',
  'wrong-separator',
  'open-quote',
] as const
export type TableProblem = (typeof TABLE_PROBLEMS)[number]

/** What a person should look at in a table that was read. */
export const TABLE_NOTES = [
  'formula-without-value',
  'error-cells',
  'merged-cells',
  'dates',
  'digits-lost',
  'empty-rows',
  'extra-cells',
] as const
/** `total` of them; `row` is the first one, as the file counts its rows. */
export interface TableNote {
  code: (typeof TABLE_NOTES)[number]
  total: number
  row?: number
}

export interface Sheet {
  /** Empty for a text. */
  name: string
  /** Lines of cells as they were typed, all of one length; none is empty. */
  rows: string[][]
  notes: TableNote[]
  /** Of a text in a code page. */
  encoding?: CodePage
  /** How much of it is not on screen where the file was made, and whether it is among the rows. */
  hidden?: { rows: number; columns: number; isTaken: boolean }
  /** Why its rows are not taken; then there are none. */
  problem?: TableProblem
}

/** The table cannot be read. `row` is where, as the file counts its rows. */
export class TableError extends Error {
  override name = 'TableError'
  readonly problem: TableProblem
  readonly row: number | undefined

  constructor(problem: TableProblem, row?: number) {
    super(problem)
    this.problem = problem
    this.row = row
  }
}

/** A long number as a narrow column shows it: `8.49123E+10`. */
const EXPONENT = /^\s*[+-]?\d(?:[.,]\d+)?E\+\d{1,3}\s*$/i

/**
 * Without empty rows, and every row as long as the longest. Cells are in Unicode form NFC.
 * @param numberOf the number of a line in the file
 */
export function sheetOf(
  name: string,
  lines: readonly (readonly string[])[],
  notes: TableNote[],
  numberOf = (index: number) => index + 1,
): Sheet {
  const isFull = (line: readonly string[]) => line.some((cell) => cell.trim() !== '')
  const rows = lines.filter(isFull)
  const width = rows.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  )
  if (rows.length > MAX_TABLE_ROWS) return { name, rows: [], notes: [], problem: 'too-many-rows' }
  if (width > MAX_TABLE_COLUMNS) return { name, rows: [], notes: [], problem: 'too-many-columns' }
  const lost = rows.reduce((total, row) => total + row.filter((cell) => EXPONENT.test(cell)).length, 0)
  const last = lines.findLastIndex(isFull)
  const empty = last < 0 ? 0 : numberOf(last) - rows.length
  return {
    name,
    rows: rows.map((row) => Array.from({ length: width }, (_, column) => normalForm(row[column] ?? ''))),
    notes: [
      ...notes,
      ...(lost > 0 ? [{ code: 'digits-lost' as const, total: lost }] : []),
      ...(empty > 0 ? [{ code: 'empty-rows' as const, total: empty }] : []),
    ],
  }
}

const EXAMPLE_ROWS = 2
const EXAMPLE_LENGTH = 80

/** The first rows that hold letters beyond ASCII: by them a person sees whether a reading is right. */
export const exampleRows = (rows: readonly string[]): string[] =>
  rows
    .filter((row) => /[^\0-\x7f]/.test(row))
    .slice(0, EXAMPLE_ROWS)
    .map((row) => row.trim().slice(0, EXAMPLE_LENGTH).toWellFormed())
