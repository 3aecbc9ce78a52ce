import { type FieldIssue, fieldErrorOf, fieldIssuesOf } from '@scanleaf/shared'
import type * as z from 'zod'

/** Validates a form by a schema whose messages are field error codes: the first error of each field. */
export const schemaCheck =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, FieldIssue> => {
    const { error } = schema.safeParse(values, { error: fieldErrorOf })
    return error ? fieldIssuesOf(error) : {}
  }
