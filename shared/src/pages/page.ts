import * as z from 'zod'
import { type FieldErrors, isFieldError } from '../errors'
import { fieldErrorOf } from '../field-errors'
import { LANGUAGE_CODES } from '../languages'
import { isZone } from '../scans/zone'
import { PageBlock } from './blocks'
import {
  MAX_BLOCKS,
  MAX_MENU_ITEMS,
  MAX_PAGE_BYTES,
  MAX_PAGE_LANGUAGES,
  MAX_PAGE_LINE,
  MAX_PAGE_PICTURES,
  MAX_TITLE,
} from './limits'
import { PagePicture, PictureId } from './pictures'
import { ownerLine, requiredOwnerLine } from './texts'

/** What a page is for: its head and its first action differ. */
export const PAGE_KINDS = ['business', 'menu', 'contact', 'pay', 'event', 'place', 'apps'] as const

/** Pairs of colours for light and dark whose contrast is checked; there is no free colour. */
export const PAGE_ACCENTS = ['green', 'blue', 'violet', 'red', 'brown', 'grey'] as const
export type PageAccent = (typeof PAGE_ACCENTS)[number]

/** The words of a page as its owner writes it and as it is published. */
export const Page = z
  .strictObject({
    kind: z.enum(PAGE_KINDS),
    name: requiredOwnerLine(MAX_TITLE),
    line: ownerLine(MAX_PAGE_LINE),
    /** Written by the owner; the first is shown to visitors who read none of them. */
    languages: z.array(z.enum(LANGUAGE_CODES)).min(1, { error: 'required' }).max(MAX_PAGE_LANGUAGES),
    /** Whose clock the opening hours are by. */
    zone: z.string().refine(isZone, { error: 'unknown-zone' }),
    /** Beside the name, in place of its first letters. */
    logo: PictureId.nullable().default(null),
    /** At the top. */
    cover: PagePicture.nullable().default(null),
    accent: z.enum(PAGE_ACCENTS).default('green'),
    /** Whether search engines may list it. */
    isIndexed: z.boolean().default(false),
    blocks: z.array(PageBlock).max(MAX_BLOCKS),
  })
  .superRefine(({ languages, blocks }, context) => {
    if (new Set(languages).size < languages.length)
      context.addIssue({ code: 'custom', path: ['languages'], message: 'sent-twice' })
    const seen = new Set<string>()
    let count = 0
    let pictures = 0
    blocks.forEach((block, place) => {
      if (block.type === 'pictures') {
        pictures += block.pictures.length
        if (pictures > MAX_PAGE_PICTURES)
          context.addIssue({ code: 'custom', path: ['blocks', place, 'pictures'], message: 'too-many' })
      }
      if (block.type !== 'menu') return
      block.sections.forEach(({ items }, section) => {
        items.forEach(({ id }, item) => {
          if (seen.has(id)) {
            const path = ['blocks', place, 'sections', section, 'items', item, 'id']
            context.addIssue({ code: 'custom', path, message: 'sent-twice' })
          }
          seen.add(id)
        })
        count += items.length
      })
      if (count > MAX_MENU_ITEMS)
        context.addIssue({ code: 'custom', path: ['blocks', place, 'sections'], message: 'too-many' })
    })
  })
export type Page = z.infer<typeof Page>
export type PageInput = z.input<typeof Page>

/** A page as stored, or what is wrong with it by place, such as `blocks.3.sections.0.items.12.price`. */
export type PageReading = { page: Page; fields: null } | { page: null; fields: FieldErrors }

/** Problems that one answer names; an owner mends them a few at a time. */
const MAX_PROBLEMS = 50

/** Validates a page and cleans its words. Where its links lead is for the server to judge. */
export function readPage(input: unknown): PageReading {
  const parsed = Page.safeParse(input, { error: fieldErrorOf })
  if (!parsed.success) return { page: null, fields: problemsOf(parsed.error.issues) }
  const page = parsed.data
  if (new TextEncoder().encode(JSON.stringify(page)).length > MAX_PAGE_BYTES)
    return { page: null, fields: { blocks: 'too-large' } }
  return { page, fields: null }
}

function problemsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of issues.slice(0, MAX_PROBLEMS))
    fields[path.join('.') || 'body'] ??= isFieldError(message) ? message : 'invalid-value'
  return fields
}

/** The pictures that a page shows, by their place in it. */
export function picturesOf({ logo, cover, blocks }: Page): { place: string; picture: string }[] {
  return [
    ...(logo === null ? [] : [{ place: 'logo', picture: logo }]),
    ...(cover === null ? [] : [{ place: 'cover.picture', picture: cover.picture }]),
    ...blocks.flatMap((block, at) =>
      block.type === 'pictures'
        ? block.pictures.map(({ picture }, place) => ({
            place: `blocks.${at}.pictures.${place}.picture`,
            picture,
          }))
        : [],
    ),
  ]
}

/** The PDF codes that a page shows, by their place in it. */
export function pdfsOf({ blocks }: Pick<Page, 'blocks'>): { place: string; code: string }[] {
  return blocks.flatMap((block, at) =>
    block.type === 'pdf' ? [{ place: `blocks.${at}.code`, code: block.code }] : [],
  )
}

/** The addresses that a page leads to, other than those of apps and maps that the program itself writes. */
export function linkedAddresses({ blocks }: Pick<Page, 'blocks'>): { place: string; address: string }[] {
  return blocks.flatMap((block, at) => {
    if (block.type === 'links')
      return block.links.map(({ address }, link) => ({
        place: `blocks.${at}.links.${link}.address`,
        address,
      }))
    const field = block.type === 'contact' ? 'websiteUrl' : block.type === 'event' ? 'url' : null
    const address = field && 'content' in block && block.content?.[field]
    return field && address ? [{ place: `blocks.${at}.content.${field}`, address }] : []
  })
}
