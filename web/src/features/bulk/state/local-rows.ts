import { contentTypes } from '@scanleaf/qr'
import { dynamicIdKey, type FieldError, isFieldError, MAX_BULK_ROWS, manualIdError } from '@scanleaf/shared'
import { addressRules } from '../../../lib/forms/address-rules'
import { cellsOfSheet, columnsOf, withZeros } from './columns'
import { type ManyDraft, tableOf } from './draft'
import { type Cells, contentOf, type ManyType, type RowField } from './row-fields'

export interface RowProblem {
  field: string
  code: FieldError
}

/** Numbers of a range as typed; null while they make none. */
export function rangeOf({ from, to, digits }: Pick<ManyDraft, 'from' | 'to' | 'digits'>) {
  const [first, last, width] = [from, to, digits].map(wholeNumber)
  if (first === undefined || last === undefined || last < first) return null
  if (last - first >= MAX_BULK_ROWS) return null
  return { from: first, to: last, step: 1, digits: Math.min(Math.max(width ?? 1, 1), 9) }
}

const MAX_NUMBER = 999_999_999

function wholeNumber(text: string): number | undefined {
  const number = Number(text.trim())
  return /^\d{1,9}$/.test(text.trim()) && number <= MAX_NUMBER ? number : undefined
}

/** Parts of a text in which a number is put: `{n}`, two braces for one, and any other brace, which is a mistake. */
export const PLACEHOLDERS = /\{n\}|\{\{|[{}]/g

/** A text with the number in the place of `{n}`; null with a brace that stands for nothing. */
export function filled(text: string, number: string): string | null {
  let isWrong = false
  const made = text.replace(PLACEHOLDERS, (part) => {
    if (part === '{n}') return number
    if (part === '{{') return '{'
    isWrong ||= part === '{'
    return part
  })
  return isWrong ? null : made
}

/** A number with zeros in front, as `{n}` shows it. */
export const shownNumber = (number: number, digits: number): string => String(number).padStart(digits, '0')

/** The rows of a draft before the server has seen them; empty while there are none. */
export function localRows(draft: ManyDraft): Cells[] {
  if (draft.source === 'range') return rangeRows(draft)
  const table = tableOf(draft)
  const sheet = table?.sheets[table.sheet]
  if (!sheet) return []
  const rows = cellsOfSheet(sheet, draft.type, columnsOf(sheet, draft.type, draft.columns))
  return draft.addsZeros ? withZeros(rows, draft.type) : rows
}

function rangeRows(draft: ManyDraft): Cells[] {
  const range = rangeOf(draft)
  const isEmpty = Object.values(draft.row).every((text) => text === '')
  if (!range || isEmpty) return []
  const texts = Object.entries(draft.row) as [RowField, string][]
  return Array.from({ length: range.to - range.from + 1 }, (_, index) => {
    const number = shownNumber(range.from + index, range.digits)
    return Object.fromEntries(texts.map(([field, text]) => [field, filled(text, number) ?? text]))
  })
}

/** What is wrong with a row, as far as the browser can tell. */
export function problemsOf(type: ManyType, cells: Cells, isTwice: boolean): RowProblem[] {
  const found = contentTypes[type.contentType].validate(contentOf(type, cells), addressRules())
  const problems = Object.entries(found).map(([field, code]) => ({ field: `content.${field}`, code }))
  const id = type.isDynamic ? (cells.dynamicId ?? '') : ''
  const idProblem = id === '' ? null : isTwice ? 'duplicate-in-file' : manualIdError(id)
  return [...problems, ...(idProblem ? [{ field: 'dynamicId', code: idProblem }] : [])].map(
    ({ field, code }) => ({ field, code: isFieldError(code) ? code : 'invalid-value' }),
  )
}

/** The places of rows whose id is in an earlier row, too. */
export function repeatedIds(rows: readonly Cells[]): ReadonlySet<number> {
  const seen = new Set<string>()
  const repeated = new Set<number>()
  for (const [place, { dynamicId = '' }] of rows.entries()) {
    const key = dynamicIdKey(dynamicId.trim())
    if (key !== '' && seen.has(key)) repeated.add(place)
    seen.add(key)
  }
  return repeated
}
