import type * as z from 'zod'
import { type FieldError, type FieldErrors, isFieldError } from './errors'

/**
 * The field code of an issue that its schema names none for. Pass it to `safeParse(input, { error })`, so that every
 * message of a Zod error is a field code.
 */
export const fieldErrorOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_big') return issue.origin === 'array' ? 'too-many' : 'too-long'
  if (issue.code === 'too_small') return 'too-short'
  return 'invalid-value'
}

/** The problem of a field; `numbers` are placeholders of its text, such as a limit. */
export interface FieldIssue {
  code: FieldError
  numbers?: Record<string, number>
}

/**
 * The first problem of each field; one inside an object is named `object.field`, an element of an array by the array, and a
 * field of one `array.0.field`.
 */
export function fieldIssuesOf(error: z.core.$ZodError): Record<string, FieldIssue> {
  const fields: Record<string, FieldIssue> = {}
  for (const issue of error.issues) {
    const path = issue.path.slice(0, issue.path.findLastIndex((part) => typeof part !== 'number') + 1)
    fields[path.length > 0 ? path.join('.') : 'body'] ??= asFieldIssue(issue)
  }
  return fields
}

function asFieldIssue(issue: z.core.$ZodIssue): FieldIssue {
  const code = isFieldError(issue.message) ? issue.message : 'invalid-value'
  const isOverMost = code === 'too-long' || code === 'too-many' || code === 'too-large'
  if (issue.code === 'too_big' && isOverMost) return { code, numbers: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small' && code === 'too-small')
    return { code, numbers: { min: Number(issue.minimum) } }
  return { code }
}

/** The first code of each field, see {@link fieldIssuesOf}. */
export const fieldErrorsOf = (error: z.core.$ZodError): FieldErrors =>
  Object.fromEntries(Object.entries(fieldIssuesOf(error)).map(([field, { code }]) => [field, code]))

/** The numbers of each field that has some. */
export const fieldNumbersOf = (error: z.core.$ZodError): Record<string, Record<string, number>> =>
  Object.fromEntries(
    Object.entries(fieldIssuesOf(error)).flatMap(([field, { numbers }]) =>
      numbers ? [[field, numbers] as const] : [],
    ),
  )
