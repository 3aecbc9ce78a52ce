import { cleanAddress, cleanLine, cleanNumber, cleanText, isBlank } from '@scanleaf/qr'
import * as z from 'zod'

/** Rows of a page when a call does not say how many, and the most that one can have (spec §9). */
const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100
const MAX_PAGE = 1_000_000

/**
 * Page and limit of every list. What is no number of 1 or more counts as not given: page 1, limit 10; what is too large
 * is cut to the largest.
 */
export const Paging = z.object({ page: countUpTo(MAX_PAGE, 1), limit: countUpTo(MAX_LIMIT, DEFAULT_LIMIT) })
export type Paging = z.infer<typeof Paging>

function countUpTo(max: number, otherwise: number) {
  return z.coerce
    .number()
    .catch(otherwise)
    .transform((value) => (value >= 1 ? Math.min(max, Math.trunc(value)) : otherwise))
    .default(otherwise)
}

export const PageMeta = z
  .object({
    total: z.number().int(),
    page: z.number().int(),
    pages: z.number().int(),
    limit: z.number().int(),
  })
  .meta({ id: 'PageMeta' })
export type PageMeta = z.infer<typeof PageMeta>

/** Success with one thing. */
export const resultOf = <T extends z.ZodType>(result: T) => z.object({ result })

/** Success with a page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ result: z.array(item), meta: PageMeta })

/** Meta of a page for `total` rows. An empty list has one (empty) page. */
export function pageMeta(total: number, { page, limit }: Paging): PageMeta {
  return { total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}

/**
 * Every answer of status 400 or above. `error.fields` gives a code per field, `error.details` what belongs to one
 * (such as `excessBytes`, or the `host` of an address) or to the whole (`proof.challenge` of `ProofRequired`), `errors` the same fields with their localised texts.
 */
export const ErrorBody = z
  .object({
    statusCode: z.number().int(),
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      details: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()]))).optional(),
    }),
    message: z.string(),
    errors: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** Text that PostgreSQL and every reader can hold: no NUL, no lone surrogate. */
export const Text = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'invalid-value' })

/** A single-line field, cleaned of what a paste brings along before it is checked. */
export const Line = Text.overwrite(cleanLine)

/** A line that shows something. */
export const RequiredLine = Line.min(1, { error: 'required' }).refine((line) => !isBlank(line), {
  error: 'required',
})

/** A line that means a number: digits of every script are taken as ASCII. */
export const NumberLine = Text.overwrite(cleanNumber)

/** A web or e-mail address, without the quotation marks and brackets that it was copied with. */
export const AddressLine = Text.overwrite(cleanAddress)

/** A text of several lines, cleaned likewise; its line breaks stay. */
export const MultiLine = Text.overwrite(cleanText)

/** A text of several lines that shows something. */
export const RequiredMultiLine = MultiLine.min(1, { error: 'required' }).refine((text) => !isBlank(text), {
  error: 'required',
})

/** A filter that an address may leave empty. */
export const emptyToNull = <T extends z.ZodType>(filter: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), filter.optional())
