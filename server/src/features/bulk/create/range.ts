import { type BulkRange, type FieldErrors, MAX_BULK_ROWS } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'

/** A doubled brace, the number, or a brace that begins nothing known. */
const BRACES = /\{\{|\{n\}|\{/g

/**
 * The rows of a range, each the template with its number.
 * @throws AppError BatchTooLarge; ValidationError naming `range.to`, or the field of the template with an unknown placeholder
 */
export function rowsOfRange({ from, to, step, digits }: BulkRange, template: unknown): unknown[] {
  if (to < from) throw new AppError('ValidationError', { 'range.to': 'invalid-value' })
  const count = Math.floor((to - from) / step) + 1
  if (count > MAX_BULK_ROWS) throw new AppError('BatchTooLarge')
  const wrong: FieldErrors = {}
  filled(template, '', (text, field) => {
    if (text.match(BRACES)?.includes('{')) wrong[field] = 'placeholder'
    return text
  })
  if (Object.keys(wrong).length > 0) throw new AppError('ValidationError', wrong)
  return Array.from({ length: count }, (_, index) => {
    const number = String(from + index * step).padStart(digits, '0')
    return filled(template, '', (text) => text.replace(BRACES, (found) => (found === '{n}' ? number : '{')))
  })
}

/** A copy of a JSON value with each of its texts replaced. */
function filled(value: unknown, field: string, replace: (text: string, field: string) => string): unknown {
  if (typeof value === 'string') return replace(value, `row${field}`)
  if (Array.isArray(value)) return value.map((each) => filled(each, field, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, filled(each, `${field}.${name}`, replace)]),
  )
}
