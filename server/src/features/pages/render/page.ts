import { graphemesOf } from '@scanleaf/qr'
import {
  type LanguageDetection,
  languageOf,
  ownerTextFor,
  type Page,
  type PageBlock,
  type PageBlockOf,
} from '@scanleaf/shared'
import type { Config } from '../../../platform/config/config'
import { loadTranslator } from '../../../platform/i18n'
import { html, type Markup, trusted } from '../../../platform/pages/markup'
import { framingPolicy, sourceHash } from '../../../platform/pages/policy'
import { contact } from './contact'
import { isFirstAction, line, type PageContext, type PageFacts, words } from './context'
import { event } from './event'
import { hours, openState } from './hours'
import { icon, symbols } from './icons'
import { apps, call, chat, links, pdf } from './links'
import { listing } from './listing'
import { MENU_ANCHOR, menu } from './menu'
import { amountText, pay } from './pay'
import { cover, logo, pictures } from './pictures'
import { place } from './place'
import { PAGE_SCRIPT } from './script'
import { pageStyle } from './style'
import { text, wifi } from './texts'

const NAMESPACE = 'pages'

export interface RenderedPage {
  html: string
  /** The Content-Security-Policy of exactly this page. */
  policy: string
}

export type RenderPage = (page: Page, facts: PageFacts) => RenderedPage

/**
 * The one renderer of pages behind codes: a page and what is known beside it become a document without another file than
 * its pictures.
 */
export function createPageRenderer(options: {
  config: Pick<Config, 'appName' | 'appUrl'>
  detection: LanguageDetection
}): RenderPage {
  const { config, detection } = options
  const { appUrl } = config
  const translator = loadTranslator([NAMESPACE], detection)
  const framing = framingPolicy(appUrl)
  return (page, facts) => {
    const t = translator.in(facts.language, NAMESPACE)
    const context: PageContext = {
      ...facts,
      page,
      t,
      appName: config.appName,
      pieces: new Set(),
      repeated: new Set(),
    }
    const main = html`${head(context)}${page.blocks.map(
      (block, at) => html`${facts.isDraft && html`<i id="b${at}"></i>`}${blockOf(context, block)}`,
    )}`
    const style = pageStyle(page.accent, context.pieces)
    return {
      html: documentOf(
        context,
        style,
        html`<main>${symbols([...context.repeated])}${main}</main>${foot(context, appUrl)}`,
      ),
      policy:
        `default-src 'none'; img-src 'self'; style-src ${sourceHash(style)}; script-src ${sourceHash(PAGE_SCRIPT)}; ` +
        `base-uri 'none'; form-action 'none'; ${framing}`,
    }
  }
}

function documentOf(context: PageContext, style: string, body: Markup): string {
  const { page, language, t, isDraft } = context
  const title = ownerTextFor(page.name, language, page.languages)?.text ?? ''
  return html`<!doctype html><html lang="${language}" dir="${languageOf(language).dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${listing(context)}<title>${title}</title><style>${trusted(style)}</style></head><body data-copy="${t('pages:copy')}" data-copied="${t('pages:copied')}">${body}${!isDraft && html`<script>${trusted(PAGE_SCRIPT)}</script>`}</body></html>`
    .source
}

/** Who it is, what it says, whether it is open, and the way to the menu. */
function head(context: PageContext): Markup {
  const { page, t, pieces } = context
  const name = html`<h1>${words(context, page.name)}</h1>`
  const below = line(context, page.line, 'd')
  const open = page.blocks.find((block): block is PageBlockOf<'hours'> => block.type === 'hours')
  const state = open ? openState(context, open) : null
  if (page.kind === 'pay') {
    pieces.add('sum')
    const amount = page.blocks.find((block) => block.type === 'pay')?.content.amount
    return amount
      ? html`<div class="sum"><p class="d">${words(context, page.name)}</p><h1 class="u">${amountText(context, amount)}</h1>${below}</div>`
      : html`<div class="sum">${name}${below}</div>`
  }
  if (page.kind === 'menu') {
    pieces.add('avatar').add('compact')
    return html`${page.cover && cover(context)}<div class="j">${avatar(context)}<div>${name}${below}</div></div>${state}`
  }
  const hasFace = page.kind === 'business' || page.kind === 'contact' || page.logo !== null
  if (hasFace) pieces.add('avatar')
  const hasMenu = isFirstAction(context, 'menu') && page.blocks.some(({ type }) => type === 'menu')
  return html`${cover(context)}${hasFace && avatar(context)}${name}${below}${state}${
    hasMenu &&
    html`<div class="k"><a class="b" href="#${MENU_ANCHOR}">${icon('document')}${t('pages:view-menu')}</a></div>`
  }`
}

/** The logo, else the first letters of the first and the last word of the name. */
function avatar(context: PageContext): Markup {
  const { page, language } = context
  if (page.logo !== null) return logo(context, page.logo)
  const name = ownerTextFor(page.name, language, page.languages)?.text ?? ''
  const names = name.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = [names[0], names.length > 1 ? names.at(-1) : undefined].map(
    (word) => graphemesOf(word ?? '')[0] ?? '',
  )
  return html`<div class="g" aria-hidden="true">${letters.join('').toUpperCase()}</div>`
}

/** The block as it is shown. A kind that is missing here does not compile. */
function blockOf(context: PageContext, block: PageBlock): Markup | null {
  switch (block.type) {
    case 'links':
      return links(context, block)
    case 'chat':
      return chat(context, block)
    case 'call':
      return call(context, block)
    case 'hours':
      return hours(context, block)
    case 'place':
      return place(context, block)
    case 'menu':
      return menu(context, block)
    case 'pay':
      return pay(context, block)
    case 'contact':
      return contact(context, block)
    case 'event':
      return event(context, block)
    case 'apps':
      return apps(context, block)
    case 'text':
      return text(context, block)
    case 'wifi':
      return wifi(context, block)
    case 'pictures':
      return pictures(context, block)
    case 'pdf':
      return pdf(context, block)
  }
}

/** Report, share, the owner's other languages, and who wrote the page. */
function foot(context: PageContext, appUrl: string): Markup {
  const { page, t, language, paths, appName } = context
  const others = page.languages.filter((code) => code !== language)
  const name = ownerTextFor(page.name, language, page.languages)?.text ?? ''
  return html`<footer><a href="${paths.report}" rel="nofollow">${icon('flag')}${t('pages:report')}</a><button type="button" hidden>${t('pages:share')}</button>${others.map(
    (code) => html`<a href="?lng=${code}" lang="${code}" hreflang="${code}">${languageOf(code).name}</a>`,
  )}<p>${t('pages:written-by', { name: `\u2068${name}\u2069` })} <a href="${appUrl}">${appName}</a></p></footer>`
}
