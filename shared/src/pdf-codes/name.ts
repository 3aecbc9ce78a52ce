/** Letters and digits with single dots, hyphens or underscores between them (spec §5). */
const NAME = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/

export const MAX_PDF_NAME_LENGTH = 100

/** Paths that a host serves besides the pages, when the pages have a host of their own. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['favicon.ico', 'healthz', 'readyz', 'robots.txt'])

/** Names are compared without case: the form under which a name is unique and found. */
export const pdfNameKey = (name: string): string => name.toLowerCase()

/** Why the custom URL of a PDF code is invalid, or null. An empty one is neutral until it is sent. */
export function pdfNameProblem(name: string): 'invalid-pdf-name' | 'too-long' | 'url-not-available' | null {
  if (name === '') return null
  if (name.length > MAX_PDF_NAME_LENGTH) return 'too-long'
  if (!NAME.test(name)) return 'invalid-pdf-name'
  return RESERVED_NAMES.has(pdfNameKey(name)) ? 'url-not-available' : null
}
