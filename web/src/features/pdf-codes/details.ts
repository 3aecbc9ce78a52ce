import { isBlank, normalizeWebsite, validateWebsite, websiteHref } from '@scanleaf/qr'
import { type FieldIssue, isFieldError, MAX_PDF_TEXT_LENGTH, type PdfCode } from '@scanleaf/shared'

export const DETAILS = ['companyName', 'website', 'title'] as const
export type Detail = (typeof DETAILS)[number]

/** What a visitor reads beside the PDF. */
export type Details = Record<Detail, string>

export const NO_DETAILS: Details = { companyName: '', website: '', title: '' }

export const detailsOf = ({ companyName, website, title }: PdfCode): Details => ({
  companyName,
  website,
  title,
})

/** What is wrong with one of them before it is sent (spec §5), or null. */
export function detailProblem(name: Detail, text: string): FieldIssue | null {
  if (name === 'website') {
    const problem = validateWebsite(text)
    return problem !== null && isFieldError(problem) ? { code: problem } : null
  }
  if (isBlank(text)) return { code: 'required' }
  if (text.trim().length <= MAX_PDF_TEXT_LENGTH) return null
  return { code: 'too-long', numbers: { max: MAX_PDF_TEXT_LENGTH } }
}

export function detailsProblems(details: Details): Partial<Record<Detail, FieldIssue>> {
  const found = DETAILS.map((name) => [name, detailProblem(name, details[name])] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

/** As they are sent: an address gets its scheme (spec §5). */
export const sentDetail = (name: Detail, text: string): string =>
  name === 'website' ? normalizeWebsite(text) : text.trim()

/** The server writes addresses as the URL standard does. */
const isSame = (name: Detail, typed: string, stored: string): boolean =>
  name === 'website' ? websiteHref(typed) === websiteHref(stored) : typed.trim() === stored

/** What of the typed details differs from the stored ones and can be sent. */
export function changedDetails(typed: Details, stored: Details): Partial<Details> {
  const changed = DETAILS.filter(
    (name) => detailProblem(name, typed[name]) === null && !isSame(name, typed[name], stored[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, sentDetail(name, typed[name])]))
}
