import { formatSize, type Language, type LanguageDetection, languageOf } from '@scanleaf/shared'
import type { TFunction } from 'i18next'
import { loadTranslator } from '../../../platform/i18n'
import { escapeHtml } from '../../../platform/pages/html'
import { DOCUMENT_SVG, STYLE_ELEMENT } from './style'

const NAMESPACE = 'pdf-page'

/** The pages that say something instead of showing a document. */
export type VisitorPage = 'not-found' | 'paused' | 'taken-down' | 'unavailable'

/** The data of a document on a page. */
export interface ShownDocument {
  companyName: string
  title: string
  /** http or https; null for none. */
  website: string | null
  fileName: string
  /** Bytes. */
  fileSize: number
  /** Addresses: of this page, of the file, of the picture of its first page. */
  pageUrl: string
  fileUrl: string
  picture: { url: string; width: number; height: number } | null
}

export interface PdfPages {
  document(document: ShownDocument, language: Language): string
  visitorPage(name: VisitorPage, language: Language): string
}

export function createPdfPages(detection: LanguageDetection): PdfPages {
  const translator = loadTranslator([NAMESPACE], detection)
  const textsIn = (language: Language) => translator.in(language, NAMESPACE)
  return {
    document(document, language) {
      const t = textsIn(language)
      return page(language, document.title, openGraph(document), documentBody(document, t, language))
    },
    visitorPage(name, language) {
      const t = textsIn(language)
      const title = escapeHtml(t(`${name}.title`))
      const body = `<main><div class="notice"><h1>${title}</h1><p>${escapeHtml(t(`${name}.text`))}</p></div></main>`
      return page(language, t(`${name}.title`), '<meta name="robots" content="noindex">', body)
    },
  }
}

function page(language: Language, title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${languageOf(language).dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>${head}${STYLE_ELEMENT}</head>
<body>${body}</body>
</html>
`
}

function openGraph({ title, companyName, pageUrl, picture }: ShownDocument): string {
  const properties: [string, string | null][] = [
    ['og:type', 'article'],
    ['og:title', title],
    ['og:description', companyName],
    ['og:site_name', companyName],
    ['og:url', pageUrl],
    ['og:image', picture?.url ?? null],
    ['og:image:width', picture && String(picture.width)],
    ['og:image:height', picture && String(picture.height)],
  ]
  const tags = properties.flatMap(([name, content]) =>
    content === null ? [] : `<meta property="${name}" content="${escapeHtml(content)}">`,
  )
  return `<meta name="description" content="${escapeHtml(companyName)}">${tags.join('')}`
}

/** Wide screens read the file in the page; on phones, which show no more than a frame's first part, it opens whole. */
function documentBody(document: ShownDocument, t: TFunction, language: Language): string {
  const { companyName, title, website, fileName, fileSize, fileUrl, picture } = document
  const file = escapeHtml(fileUrl)
  const shownPicture = picture
    ? `<a class="picture" href="${file}"><img src="${escapeHtml(picture.url)}" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(t('first-page'))}"></a>`
    : ''
  const site =
    website === null
      ? ''
      : `<a class="button" href="${escapeHtml(website)}" rel="noopener nofollow ugc"><bdi>${escapeHtml(siteName(website))}</bdi></a>`
  return (
    `<header><div class="mark">${DOCUMENT_SVG}</div><div><h1 dir="auto">${escapeHtml(title)}</h1><p dir="auto">${escapeHtml(companyName)}</p></div></header>` +
    `<main class="reads">${shownPicture}<div class="actions">` +
    `<a class="button main open" href="${file}">${escapeHtml(t('open'))}</a>` +
    `<a class="button" href="${file}?download=1">${escapeHtml(t('download'))}</a>` +
    `<p class="note"><bdi>${escapeHtml(fileName)}</bdi> · <bdi>${escapeHtml(formatSize(fileSize, language))}</bdi></p>` +
    `${site}</div>` +
    `<iframe src="${file}" loading="lazy" title="${escapeHtml(title)}"></iframe></main>`
  )
}

/** An address as people say it. */
function siteName(website: string): string {
  const { host, pathname } = new URL(website)
  return host.replace(/^www\./, '') + (pathname === '/' ? '' : pathname)
}
