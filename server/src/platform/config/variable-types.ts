import { accentProblem } from '@scanleaf/shared'
import * as z from 'zod'

export const Port = z.coerce.number().int().min(0).max(65_535)

/** A URL without a trailing slash. */
export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((url) => url.replace(/\/+$/, ''))

/** Of what is served at the root of a host. */
export const originUrl = httpUrl.refine((url) => url === new URL(url).origin, {
  error: 'must be an http(s) URL without a path, such as https://codes.example.com',
})

const ACCENT_FAULTS = {
  'invalid-color': 'must be a colour, such as #0c7d4b',
  'accent-too-light': 'is too light to be read on white: choose a darker colour',
  'accent-too-dark': 'is too dark for the dark scheme: choose a lighter colour',
}

/** `#rrggbb`, in lower case, readable in both schemes. */
export const accentColor = z.string().transform((text, context) => {
  const color = text.trim().toLowerCase()
  const problem = accentProblem(color)
  if (problem === null) return color
  context.addIssue(ACCENT_FAULTS[problem])
  return z.NEVER
})

/** A contact URI of RFC 9116 §2.5.3, or a plain email address. */
export const securityContact = z
  .string()
  .transform((contact) => (/^[^\s:/]+@[^\s:/]+$/.test(contact) ? `mailto:${contact}` : contact))
  .pipe(
    z.url({ protocol: /^(mailto|https|tel)$/, error: 'must be an email address, or an https or tel URL' }),
  )

/** A comma-separated list; empty when absent. */
export const listOf = <T extends z.ZodType<string, string>>(kind: T) =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((value) => value.trim())
        .filter(Boolean),
    )
    .pipe(z.array(kind))
