import type { z } from 'zod'
import { type FieldErrors, isFieldError } from './errors'

/**
 * The field code of an issue that its schema names none for. Pass it to `safeParse(input, { error })`, so that every
 * message of a Zod error is a field code.
 */
export const fieldErrorOf: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  if (issue.code === 'too_big') return 'too-long'
  if (issue.code === 'too_small') return 'too-short'
  return 'invalid-value'
}

/** The first code of each field; one inside an object is named `object.field`, one inside an array by the array. */
export function fieldErrorsOf(error: z.core.$ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    const inArray = issue.path.findIndex((part) => typeof part === 'number')
    const path = inArray < 0 ? issue.path : issue.path.slice(0, inArray)
    const field = path.length > 0 ? path.join('.') : 'body'
    fields[field] ??= isFieldError(issue.message) ? issue.message : 'invalid-value'
  }
  return fields
}
