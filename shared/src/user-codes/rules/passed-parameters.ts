import { byteLength } from '@scanleaf/qr'
import * as z from 'zod'

export const MAX_PASSED_NAMES = 10
const MAX_PASSED_VALUES = 20
const MAX_PASSED_VALUE_BYTES = 1024
/** The one pattern: every campaign parameter. */
export const CAMPAIGN_PARAMETERS = 'utm_*'
const CAMPAIGN_PREFIX = 'utm_'
const NAME = /^[A-Za-z0-9_.-]{1,40}$/
/** In these, sites are commonly told where to lead a visitor next: whoever writes the link would decide that. */
const LEADS_ON = /^(?:url|next|continue|redirect.*|return.*|dest.*)$/i

export const isPassedName = (name: string): boolean =>
  name === CAMPAIGN_PARAMETERS || (NAME.test(name) && !LEADS_ON.test(name))

/** Names of the query parameters that a code hands on to wherever it leads; none twice. */
export const PassedNames = z
  .array(z.string().refine(isPassedName, { error: 'invalid-value' }))
  .max(MAX_PASSED_NAMES, { error: 'too-many' })
  .refine((names) => new Set(names).size === names.length, { error: 'invalid-value' })
export type PassedNames = z.infer<typeof PassedNames>

/**
 * What of a query is handed on, of each name the first value; a value that is too long is left out.
 * @param query without its question mark
 */
export function passedQuery(query: string, names: readonly string[]): string {
  const isPassed = (name: string) =>
    names.includes(name) ||
    (names.includes(CAMPAIGN_PARAMETERS) && name.startsWith(CAMPAIGN_PREFIX) && NAME.test(name))
  const first = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query))
    if (!first.has(name) && isPassed(name)) first.set(name, value)
  const short = [...first].filter(([, value]) => byteLength(value) <= MAX_PASSED_VALUE_BYTES)
  return new URLSearchParams(short.slice(0, MAX_PASSED_VALUES)).toString()
}

/**
 * An address with the parameters of a query that it does not have itself; all else of it stays as it is written.
 * @param query as `passedQuery` returns it
 */
export function withPassed(address: string, query: string): string {
  const [, before = '', own, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  const present = new URLSearchParams(own ?? '')
  const added = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !present.has(name)))
  if (added.size === 0) return address
  const joined = own ? `${own}${own.endsWith('&') ? '' : '&'}${added}` : added
  return `${before}?${joined}${fragment}`
}
