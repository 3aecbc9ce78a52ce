import type * as z from 'zod'

/** Loads the schema of a response. */
export type ResponseSchema<T extends z.ZodType> = () => Promise<T>

/** Set by tests of the built program. */
const CHECKS_RESPONSES = 'checksResponses'

/**
 * The body of a response of our own server. Its type is the schema's; the schema itself is loaded, and the body checked,
 * in development and in tests alone: in production it would be a fifth of the first load.
 * @param refuse throws for a body that is not what the schema promises
 */
export async function checked<T extends z.ZodType>(
  body: unknown,
  schema: ResponseSchema<T>,
  refuse: () => never,
): Promise<z.output<T>> {
  if (!import.meta.env.DEV && !(CHECKS_RESPONSES in globalThis)) return body as z.output<T>
  const parsed = (await schema()).safeParse(body)
  if (parsed.success) return parsed.data
  console.error(parsed.error)
  return refuse()
}
