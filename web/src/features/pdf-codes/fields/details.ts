import {
  cleanLine,
  cleanWebsite,
  isBlank,
  normalizeWebsite,
  validateWebsite,
  websiteHref,
} from '@scanleaf/qr'
import { type FieldIssue, isFieldError, MAX_PDF_TEXT_LENGTH, type PdfCode } from '@scanleaf/shared'
import { addressRules } from '../../../lib/forms/address-rules'

export const DETAILS = ['companyName', 'website', 'title'] as const
export type Detail = (typeof DETAILS)[number]

/** Shown to visitors beside the PDF. */
export type Details = Record<Detail, string>

export const NO_DETAILS: Details = { companyName: '', website: '', title: '' }

export const detailsOf = ({ companyName, website, title }: PdfCode): Details => ({
  companyName,
  website,
  title,
})

/** The error of one of them before it is sent (spec §5), or null. */
export function detailProblem(name: Detail, text: string): FieldIssue | null {
  if (name === 'website') {
    const problem = validateWebsite(text, addressRules())
    return problem !== null && isFieldError(problem) ? { code: problem } : null
  }
  if (isBlank(text)) return { code: 'required' }
  if (cleanLine(text).length <= MAX_PDF_TEXT_LENGTH) return null
  return { code: 'too-long', numbers: { max: MAX_PDF_TEXT_LENGTH } }
}

export function detailsProblems(details: Details): Partial<Record<Detail, FieldIssue>> {
  const found = DETAILS.map((name) => [name, detailProblem(name, details[name])] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

/** As the field shows it when it is left. */
export const cleanDetail = (name: Detail, text: string): string =>
  name === 'website' ? cleanWebsite(text) : cleanLine(text)

/** As they are sent: an address gets its scheme (spec §5), the one of the address that it replaces. */
export const sentDetail = (name: Detail, text: string, stored?: string): string =>
  name === 'website' ? normalizeWebsite(text, stored) : cleanLine(text)

/** An address that could not be entered today stays the same only letter by letter. */
const hrefOf = (text: string, stored?: string): string =>
  validateWebsite(text, { privateHosts: true }) === null ? websiteHref(text, stored) : text

/** The server writes addresses as the URL standard does. */
const isSame = (name: Detail, typed: string, stored: string): boolean =>
  name === 'website' ? hrefOf(typed, stored) === hrefOf(stored) : cleanLine(typed) === stored

/** What of the typed details differs from the stored ones and can be sent. */
export function changedDetails(typed: Details, stored: Details): Partial<Details> {
  const changed = DETAILS.filter(
    (name) => detailProblem(name, typed[name]) === null && !isSame(name, typed[name], stored[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, sentDetail(name, typed[name], stored[name])]))
}
