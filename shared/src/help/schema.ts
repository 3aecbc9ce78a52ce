import * as z from 'zod'
import { LANGUAGE_CODES, type Language } from '../languages'

/** The help pages, in their order; `docs/help/{language}/{slug}.md` has the texts. */
export const HELP_SLUGS = [
  'first-code',
  'change-target',
  'scan-counts',
  'print-and-scan',
  'logo-and-colours',
  'pdf-codes',
  'downloads',
  'many-codes',
  'plans-and-limits',
  'payments',
  'invoices',
  'own-domain',
  'moving-in',
  'account-and-safety',
  'working-together',
  'other-programs',
] as const

export const HelpSlug = z.enum(HELP_SLUGS)
export type HelpSlug = z.infer<typeof HelpSlug>

export const isHelpSlug = (text: string): text is HelpSlug => (HELP_SLUGS as readonly string[]).includes(text)

/** A search result: a page, and its best matching section. Texts are Markdown. */
export const HelpHit = z.object({
  slug: HelpSlug,
  title: z.string(),
  summary: z.string(),
  section: z.object({ title: z.string(), text: z.string() }).optional(),
  /** Higher is better; only comparable within one response. */
  score: z.number(),
})
export type HelpHit = z.infer<typeof HelpHit>

/** The longest question; the rest is ignored. */
export const HELP_QUESTION_MAX = 300

/** GET /gateway/api/help: without a question every page in its order. */
export const HelpQuery = z.object({
  lng: z.enum(LANGUAGE_CODES as [Language, ...Language[]]).optional(),
  q: z.string().max(2_000).default(''),
  limit: z.coerce.number().int().min(1).max(HELP_SLUGS.length).default(HELP_SLUGS.length),
})

/** The id of a section in its page; the first is 0. */
export const helpSectionId = (section: number): string => `section-${section + 1}`

/** @example helpPath('vi', 'payments') // '/help/payments?lng=vi' */
export const helpPath = (language: Language, slug?: HelpSlug): string =>
  `/help${slug ? `/${slug}` : ''}?lng=${language}`
