import type { z } from 'zod'

/** The check of a form by a schema whose messages are field error codes: the first code of each field. */
export const schemaCheck =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const codes: Record<string, string> = {}
    for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
      codes[String(path[0])] ??= message
    return codes
  }
