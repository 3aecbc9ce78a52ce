import type { Language } from '../languages'

/** A section of the operating guide, which is in English: a file of docs/operate without its ending, and a heading of it. */
export interface OperatorGuideSection {
  page: string
  section: string
}

/** The id of a heading in an operator's document, as code hosts make it: `High availability` is `high-availability`. */
export const headingId = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** @example operatorGuidePath('vi', { page: 'mail', section: 'Retries and bounces' }) // '/help/operate/mail?lng=vi#retries-and-bounces' */
export const operatorGuidePath = (language: Language, { page, section }: OperatorGuideSection): string =>
  `/help/operate/${page}?lng=${language}#${headingId(section)}`
