import type { ImportedStatement } from '@scanleaf/shared'
import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '../../../platform/app-error'

const COLUMNS = ['date', 'amount', 'reference', 'content'] as const
const MAX_LINES = 1_000
const MAX_REFERENCE = 100
const MAX_CONTENT = 500

/** Money that came in by a line of a bank's statement. */
export interface StatementLine {
  amount: number
  bankReference: string
  content: string
}

type Refused = ImportedStatement['refused'][number]

/**
 * Reads a bank's statement as CSV (shared/src/billing/operator.ts); what went out is left away.
 * @throws AppError ValidationError when it is not CSV, lacks a column, or has more than a thousand lines
 */
export function readStatement(csv: string): { lines: StatementLine[]; refused: Refused[] } {
  const lines: StatementLine[] = []
  const refused: Refused[] = []
  for (const { record, info } of recordsOf(csv)) {
    const field = wrongFieldOf(record)
    if (field) refused.push({ line: info.lines, field })
    else if (isIncoming(record.amount))
      lines.push({
        amount: Number(digitsOf(record.amount)),
        bankReference: record.reference,
        content: record.content.slice(0, MAX_CONTENT),
      })
  }
  return { lines, refused }
}

type Column = (typeof COLUMNS)[number]
type Read = Record<Column, string>

function recordsOf(csv: string) {
  let rows: { record: Partial<Read>; info: { lines: number } }[]
  try {
    rows = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.toLowerCase()),
      delimiter: [',', ';', '\t'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as typeof rows
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new AppError('ValidationError', { csv: 'invalid-value' }, undefined, { cause })
  }
  const [first] = rows
  if (!first || COLUMNS.some((column) => !(column in first.record)))
    throw new AppError('ValidationError', { csv: 'invalid-value' })
  if (rows.length > MAX_LINES) throw new AppError('ValidationError', { csv: 'too-long' })
  return rows.map(({ record, info }) => {
    const read = { date: '', amount: '', reference: '', content: '', ...record }
    return { record: read, info }
  })
}

const DATE = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/
/** Whole VND, with or without separators of thousands, and with decimals only when they are zeros. */
const AMOUNT = /^[+-]?(?:\d{1,13}|\d{1,3}(?:[.,\s]\d{3}){1,4})(?:[.,]00?)?$/

function wrongFieldOf({ date, amount, reference }: Read): Column | null {
  if (!isDate(date)) return 'date'
  if (!AMOUNT.test(amount)) return 'amount'
  return reference === '' || reference.length > MAX_REFERENCE ? 'reference' : null
}

/** The year first or last, as banks write it. */
function isDate(text: string): boolean {
  const [, year, month, day, lastDay, lastMonth, lastYear] = DATE.exec(text) ?? []
  const [y, m, d] = [year ?? lastYear, month ?? lastMonth, day ?? lastDay].map(Number)
  if (!y || !m || !d) return false
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d
}

const digitsOf = (amount: string): string => amount.replace(/[.,]00?$/, '').replace(/[^\d-]/g, '')
const isIncoming = (amount: string): boolean => Number(digitsOf(amount)) > 0
