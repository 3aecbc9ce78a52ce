import {
  HELP_SLUGS,
  type HelpHit,
  headingId,
  helpSectionId,
  isHelpSlug,
  type Language,
  languageOf,
} from '@scanleaf/shared'
import type { Translator } from '../../platform/i18n'
import { escapeHtml } from '../../platform/pages/html'
import type { Help } from './help'
import { type HelpSite, type HelpTexts, hrefIn, layout, searchForm } from './layout'
import { renderMarkdown, textHtml } from './markdown'
import { type OperatorDocument, operatorTitles } from './operator-documents'
import type { HelpPage } from './read-pages'

const HOME = '/help'
/** Pages that a search shows. */
const SHOWN = 6
/** Sections from which on a document has its contents beside it. */
const LONG = 5

export interface HelpPages {
  /** The first page; with a question the results. */
  home(language: Language, question: string): string
  page(language: Language, page: HelpPage): string
  document(language: Language, document: OperatorDocument): string
  missing(language: Language): string
}

/** @param translator has the namespaces `help` and `common` */
export function createHelpPages(help: Help, translator: Translator, site: HelpSite): HelpPages {
  const titles = operatorTitles()
  const textsIn = (language: Language): HelpTexts => ({
    language,
    t: translator.in(language, 'help'),
    common: translator.in(language, 'common'),
  })

  return {
    home(language, question) {
      const texts = textsIn(language)
      const { t } = texts
      const head = `<div class="hero"><h1>${escapeHtml(t('title'))}</h1><p class="lead">${escapeHtml(t('subtitle'))}</p>${searchForm(texts, question)}</div>`
      const found = question === '' ? '' : results(texts, help, question)
      return layout(texts, site, {
        title: question === '' ? t('title') : t('results', { question }),
        description: question === '' ? t('subtitle') : null,
        path: HOME,
        question,
        crumbs: [],
        body: head + found + allPages(texts, help) + operators(texts, titles),
      })
    },

    page(language, page) {
      const texts = textsIn(language)
      return layout(texts, site, {
        title: page.title,
        description: page.summary,
        path: `${HOME}/${page.slug}`,
        question: '',
        crumbs: [homeCrumb(texts), { text: page.title, href: null }],
        body: pageBody(texts, page) + ways(texts, help, page),
      })
    },

    document(language, { path, title, index, sections, html }) {
      const texts = textsIn(language)
      const parents = index ? [{ text: titles[index], href: hrefIn(language, `${HOME}/${index}`) }] : []
      return layout(texts, site, {
        title,
        description: title,
        path: `${HOME}/${path}`,
        question: '',
        crumbs: [homeCrumb(texts), ...parents, { text: title, href: null }],
        body: documentBody(texts, sections, html(language)),
      })
    },

    missing(language) {
      const texts = textsIn(language)
      const title = texts.common('not-found.title')
      return layout(texts, site, {
        title,
        description: null,
        path: HOME,
        question: '',
        crumbs: [],
        body: `<div class="hero"><h1>${escapeHtml(title)}</h1><p class="lead">${escapeHtml(texts.t('not-found.text'))}</p>${searchForm(texts, '')}</div>${allPages(texts, help)}`,
      })
    },
  }
}

const homeCrumb = ({ language, t }: HelpTexts) => ({ text: t('title'), href: hrefIn(language, HOME) })
const groupHead = (text: string) => `<h2 class="group">${escapeHtml(text)}</h2>`

function pageBody({ language, t }: HelpTexts, page: HelpPage): string {
  const targetOf = (href: string) => (isHelpSlug(href) ? `${HOME}/${href}?lng=${language}` : null)
  const sections = page.sections
    .map(
      ({ title, text }, index) =>
        `<section><h2 id="${helpSectionId(index)}">${escapeHtml(title)}</h2>${renderMarkdown(text, language, targetOf)}</section>`,
    )
    .join('')
  const anchors = page.sections.map(({ title }, index) => ({ title, anchor: helpSectionId(index) }))
  const listed = contentsList(t('contents'), anchors, language)
  return (
    `<div class="hero"><h1>${escapeHtml(page.title)}</h1><p class="lead">${textHtml(page.summary, language)}</p></div>` +
    `<div class="page">${listed}<article>${sections}</article></div>`
  )
}

/** @param language of the sections */
function contentsList(
  heading: string,
  sections: readonly { title: string; anchor: string }[],
  language: Language,
): string {
  const links = sections.map(({ title, anchor }) => `<li><a href="#${anchor}">${escapeHtml(title)}</a></li>`)
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">${escapeHtml(heading)}</h2><ul lang="${language}" dir="${languageOf(language).dir}">${links.join('')}</ul></nav>`
}

/** An operator's document, which is in English, with its contents beside it when it is long. */
function documentBody({ t }: HelpTexts, sections: readonly string[], html: string): string {
  const article = `<article lang="en" dir="ltr">${html}</article>`
  if (sections.length < LONG) return `<div class="page whole">${article}</div>`
  const anchors = sections.map((title) => ({ title, anchor: headingId(title) }))
  return `<div class="page">${contentsList(t('contents'), anchors, 'en')}${article}</div>`
}

/** The pages before and after. */
function ways({ language, t }: HelpTexts, help: Help, { slug }: HelpPage): string {
  const place = HELP_SLUGS.indexOf(slug)
  const way = (name: 'previous' | 'next', at: number) => {
    const page = help.list(language)[at]
    if (!page) return ''
    const rel = name === 'next' ? 'next' : 'prev'
    return `<a rel="${rel}" href="${hrefIn(language, `${HOME}/${page.slug}`)}"><small>${escapeHtml(t(name))}</small>${escapeHtml(page.title)}</a>`
  }
  return `<nav class="ways">${way('previous', place - 1)}${way('next', place + 1)}</nav>`
}

const allPages = ({ language, t }: HelpTexts, help: Help): string =>
  `${groupHead(t('all'))}<ul class="cards">${help
    .list(language)
    .map(
      ({ slug, title, summary }) =>
        `<li><h3><a class="all" href="${hrefIn(language, `${HOME}/${slug}`)}">${escapeHtml(title)}</a></h3><p>${textHtml(summary, language)}</p></li>`,
    )
    .join('')}</ul>`

function results(texts: HelpTexts, help: Help, question: string): string {
  const { language, t } = texts
  const hits = help.search(language, question, SHOWN)
  if (hits.length === 0)
    return `<div role="status">${groupHead(t('no-results'))}<p class="lead">${escapeHtml(t('no-results.text'))}</p></div>`
  const items = hits.map((hit) => result(language, help, hit)).join('')
  return `${groupHead(t('results', { question }))}<ul class="cards">${items}</ul>`
}

function result(language: Language, help: Help, { slug, title, summary, section }: HelpHit): string {
  const href = hrefIn(language, `${HOME}/${slug}`)
  const at = help.page(language, slug)?.sections.findIndex((each) => each.title === section?.title) ?? -1
  const part =
    section && at >= 0
      ? `<a class="part" href="${href}#${helpSectionId(at)}">${escapeHtml(section.title)}</a>`
      : textHtml(summary, language)
  return `<li><h3><a class="all" href="${href}">${escapeHtml(title)}</a></h3><p>${part}</p></li>`
}

/** The documents of those who run the service, which are in English. */
function operators({ language, t }: HelpTexts, titles: Record<string, string>): string {
  const items = Object.entries(titles).map(
    ([path, title]) =>
      `<li><a lang="en" href="${hrefIn(language, `${HOME}/${path}`)}">${escapeHtml(title)}</a></li>`,
  )
  return `<div class="operators">${escapeHtml(t('operators'))}<ul>${items.join('')}</ul></div>`
}
