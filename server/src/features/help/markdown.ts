import { headingId, type Language, languageOf } from '@scanleaf/shared'
import { Marked } from 'marked'
import { escapeHtml } from '../../platform/pages/html'

/** Where a link of a document leads to here; null when that is not served, and only its text stays. */
export type LinkTarget = (href: string) => string | null

/** An escaped character, or an address or name in Latin letters. */
const LATIN_RUN = /&#?\w+;|[a-z](?:[\w.:/@+-]*[\w/])?/gi

/** Plain text as HTML. Where it runs from right to left, the marks of an address would change sides in it. */
export function textHtml(text: string, language: Language): string {
  const escaped = escapeHtml(text)
  if (languageOf(language).dir === 'ltr') return escaped
  return escaped.replace(LATIN_RUN, (run) => (run.startsWith('&') ? run : `<bdi dir="ltr">${run}</bdi>`))
}

/** Markdown as HTML: raw HTML in it is shown as text, pictures by their description, links as `targetOf` says. */
export function renderMarkdown(markdown: string, language: Language, targetOf: LinkTarget): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
      image: ({ text }) => escapeHtml(text),
      heading({ depth, text, tokens }) {
        return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      text(token) {
        return 'tokens' in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : textHtml(token.text, language)
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = targetOf(href)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
    },
  })
  return marked
    .parse(markdown, { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}
