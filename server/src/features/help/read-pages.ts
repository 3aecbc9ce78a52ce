import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HELP_SLUGS, type HelpSlug, type Language } from '@scanleaf/shared'

/** A part of a page under its question. */
export interface HelpSection {
  title: string
  /** Markdown. */
  text: string
}

export interface HelpPage {
  slug: HelpSlug
  title: string
  /** One or two sentences, plain. */
  summary: string
  sections: HelpSection[]
  /** Other words for the topic; only for the search. */
  words: string
}

/** The documents lie beside the bundle in production and in docs/ in the source tree. */
export function documentsFolder(): string {
  const bundled = fileURLToPath(new URL('./docs', import.meta.url))
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('../../../../docs', import.meta.url))
}

/** The help in one language, in the order of HELP_SLUGS. */
export const readPages = (language: Language): HelpPage[] =>
  HELP_SLUGS.map((slug) => readPage(language, slug))

function readPage(language: Language, slug: HelpSlug): HelpPage {
  const path = join(documentsFolder(), 'help', language, `${slug}.md`)
  return { slug, ...parsePage(readFileSync(path, 'utf8')) }
}

/** The form that docs/help/README.md describes and `npm run check` holds. */
function parsePage(markdown: string): Omit<HelpPage, 'slug'> {
  const words = /<!-- words: (.*?) -->/s.exec(markdown)?.[1] ?? ''
  const [head = '', ...parts] = markdown.split(/^## /m)
  const [title = '', ...summary] = withoutComments(head).trim().split('\n')
  return {
    title: title.replace(/^# /, '').trim(),
    summary: summary.join(' ').trim(),
    sections: parts.map((part) => {
      const end = part.indexOf('\n')
      return { title: part.slice(0, end).trim(), text: withoutComments(part.slice(end)).trim() }
    }),
    words,
  }
}

const withoutComments = (markdown: string): string => markdown.replace(/<!--.*?-->\s*/gs, '')
