import { type Language, type OwnerText, ownerTextFor, type Page, type PageBlockType } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { html, type Markup } from '../../../platform/pages/markup'
import type { PictureSize } from '../pictures/files'
import { type IconName, icon } from './icons'
import type { StylePiece } from './style'

/** What rendering needs besides the page itself. */
export interface PageFacts {
  /** Of the visitor. */
  language: Language
  now: Date
  /** Of the page, which others can open. */
  address: string
  /** Paths on the host that serves the page. */
  paths: { contact: string; calendar: string; paymentPicture: string; report: string }
  /** Of an uploaded picture, on the same host. */
  pathOfPicture: (id: string, size: PictureSize) => string
  /** Of the owner's PDF codes those that visitors can open, by the id of the code. */
  pdfs: ReadonlyMap<string, { title: string; size: number; address: string }>
  /** When the payment account was last changed; null before the first publication. */
  accountSince: Date | null
  /** For the sandbox of the editor: without its script, and each block named by its place, `#b3`. */
  isDraft: boolean
  /** A target on the deny list is shown as text without a link. */
  isDenied: (address: string) => boolean
}

/** What the blocks of one page share while it is rendered. */
export interface PageContext extends PageFacts {
  page: Page
  t: TFunction
  appName: string
  /** The parts of the sheet that are needed, and the icons that are repeated; blocks add to both. */
  pieces: Set<StylePiece>
  repeated: Set<IconName>
}

/** Words of the owner; those in another language than the visitor's say which. */
export function words({ page, language }: PageContext, texts: OwnerText): Markup | null {
  const found = ownerTextFor(texts, language, page.languages)
  if (found === null) return null
  return found.language === language
    ? html`${found.text}`
    : html`<bdi lang="${found.language}">${found.text}</bdi>`
}

/** Each line of the owner's words as a paragraph. */
export function paragraphs({ page, language }: PageContext, texts: OwnerText): Markup | null {
  const found = ownerTextFor(texts, language, page.languages)
  if (found === null) return null
  const lang = found.language === language ? null : html` lang="${found.language}"`
  const lines = found.text.split('\n').filter((line) => line.trim() !== '')
  return html`${lines.map((line) => html`<p dir="auto"${lang}>${line}</p>`)}`
}

/** A line below something else. */
export function line(context: PageContext, texts: OwnerText, name = 'd x'): Markup | null {
  const found = words(context, texts)
  return found && html`<p class="${name}">${found}</p>`
}

export const heading = (name: IconName, title: Markup | string): Markup =>
  html`<div class="h">${icon(name)}<h2>${title}</h2></div>`

/** The block whose action is the one filled button of a page. */
const FIRST_ACTION: Readonly<Partial<Record<Page['kind'], PageBlockType>>> = {
  business: 'menu',
  contact: 'contact',
  event: 'event',
  place: 'place',
}

export const isFirstAction = ({ page }: PageContext, type: PageBlockType): boolean =>
  FIRST_ACTION[page.kind] === type

/** A link away from the page, without the page as its referrer, which the response's policy says as well. */
export const outside = (address: string): Markup => html` href="${address}" rel="noopener nofollow ugc"`

/** A row with an icon, a name, and what it leads to below. */
export function row(
  context: PageContext,
  name: IconName,
  title: Markup | string,
  below: Markup | string | null,
  address: string,
): Markup {
  context.pieces.add('rows')
  const inside = html`${icon(name)}<span>${title}${below && html`<small>${below}</small>`}</span>`
  return context.isDenied(address)
    ? html`<p class="r">${inside}</p>`
    : html`<a class="r"${outside(address)}>${inside}</a>`
}

/** Digits and letters that stay from left to right. */
export const ltr = (text: string): Markup => html`<bdi class="w u">${text}</bdi>`
