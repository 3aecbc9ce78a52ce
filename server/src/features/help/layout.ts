import { LANGUAGES, type Language, languageOf } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import type { Config } from '../../platform/config/config'
import { escapeHtml, LOGO_SVG, logoPath } from '../../platform/pages/html'
import { STYLE_ELEMENT } from './page-style'

/** Texts of the namespaces `help` and `common`. */
export interface HelpTexts {
  language: Language
  t: TFunction
  common: TFunction
}

export interface HelpSite {
  config: Pick<Config, 'appName' | 'logo'>
  /** Paths of the style sheets of its fonts in a language. */
  fontSheets(language: Language): string[]
}

export interface Frame {
  title: string
  /** For search engines; none keeps the page out of them. */
  description: string | null
  /** Path, without the language. */
  path: string
  /** Asked in the search box. */
  question: string
  /** The way to this page, the page itself last. */
  crumbs: { text: string; href: string | null }[]
  body: string
}

/** An address of the help in a language, ready for an attribute. */
export const hrefIn = (language: Language, path: string, question = ''): string =>
  escapeHtml(`${path}?lng=${language}${question && `&q=${encodeURIComponent(question)}`}`)

/** A whole page: the bar with search and languages, breadcrumbs, and the body. */
export function layout(
  texts: HelpTexts,
  { config: { appName, logo }, fontSheets }: HelpSite,
  frame: Frame,
): string {
  const { language, t, common } = texts
  const { title, description, path, crumbs, body } = frame
  const help = escapeHtml(t('help:title'))
  const meta =
    description === null
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${escapeHtml(description)}">${alternates(path)}`
  return `<!doctype html>
<html lang="${language}" dir="${languageOf(language).dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} · ${escapeHtml(appName)}</title>${meta}<link rel="icon" href="${logo === null ? '/favicon.svg' : escapeHtml(logoPath(logo))}">${STYLE_ELEMENT}</head>
<body><a class="skip" href="#main">${escapeHtml(common('common:skip-to-content'))}</a>
<header class="bar"><div class="wrap"><a class="brand" href="${hrefIn(language, '/help')}">${markOf(logo)}<b>${escapeHtml(appName)}</b><span>${help}</span></a><div class="grow"></div>${languageChoice(texts, frame)}</div></header>
<div class="wrap">${crumbs.length > 1 ? crumbList(texts, crumbs) : ''}<main id="main">${body}</main>
<footer><p><a href="/?lng=${language}">${escapeHtml(t('help:open-app', { name: appName }))}</a></p></footer></div>${fontSheets(language).map(fontLink).join('')}</body>
</html>
`
}

const markOf = (logo: Config['logo']): string =>
  logo === null ? LOGO_SVG : `<img src="${escapeHtml(logoPath(logo))}" width="26" height="26" alt="">`

/** Behind the text, which is shown before they are there. */
const fontLink = (href: string): string => `<link rel="stylesheet" href="${escapeHtml(href)}">`

const alternates = (path: string): string =>
  LANGUAGES.map(({ code }) => `<link rel="alternate" hreflang="${code}" href="${hrefIn(code, path)}">`).join(
    '',
  )

function languageChoice({ language, common }: HelpTexts, { path, question }: Frame): string {
  const items = LANGUAGES.map(({ code, name, dir }) => {
    const current = code === language ? ' aria-current="true"' : ''
    return `<li><a href="${hrefIn(code, path, question)}" hreflang="${code}" lang="${code}" dir="${dir}"${current}>${name}</a></li>`
  })
  const { name } = languageOf(language)
  const label = escapeHtml(common('common:language.choose', { language: name }))
  return `<details><summary aria-label="${label}">${name}</summary><ul>${items.join('')}</ul></details>`
}

function crumbList({ t }: HelpTexts, crumbs: Frame['crumbs']): string {
  const items = crumbs.map(({ text, href }) =>
    href === null
      ? `<li aria-current="page">${escapeHtml(text)}</li>`
      : `<li><a href="${href}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav aria-label="${escapeHtml(t('help:place'))}"><ol class="crumbs">${items.join('')}</ol></nav>`
}

export const searchForm = ({ language, t }: HelpTexts, question: string): string =>
  `<form action="/help" method="get" role="search"><input type="hidden" name="lng" value="${language}">` +
  `<input type="search" name="q" value="${escapeHtml(question)}" maxlength="300" aria-label="${escapeHtml(t('help:search'))}" placeholder="${escapeHtml(t('help:search'))}" autocomplete="off">` +
  `<button>${escapeHtml(t('help:search.submit'))}</button></form>`
