import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Language } from '@scanleaf/shared'
import { renderMarkdown } from './markdown'
import { documentsFolder } from './read-pages'

export interface OperatorDocument {
  /** Below /help. */
  path: string
  title: string
  /** The index that it belongs to; null for a document that the help lists itself. */
  index: Folder | null
  /** Its headings of the second level. */
  sections: string[]
  html: (language: Language) => string
}

/** The documents that the help lists for those who run the service: address below /help and file. */
const LISTED = {
  operate: 'operate/README.md',
  security: 'security.md',
  map: 'map.md',
  decisions: 'decisions/README.md',
} as const

/** Documents that only other documents lead to. */
const LINKED = { 'security-asvs': 'security-asvs.md' } as const

const SINGLE: Readonly<Record<string, string>> = { ...LISTED, ...LINKED }

/** Folders of documents, each with a README.md that lists them. */
const FOLDERS = ['operate', 'decisions'] as const
type Folder = (typeof FOLDERS)[number]

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** Titles of the listed documents. */
export function operatorTitles(): Record<keyof typeof LISTED, string> {
  return {
    operate: titleOf(read(LISTED.operate)),
    security: titleOf(read(LISTED.security)),
    map: titleOf(read(LISTED.map)),
    decisions: titleOf(read(LISTED.decisions)),
  }
}

const read = (file: string): string => readFileSync(join(documentsFolder(), file), 'utf8')

/** The document at an address below /help, in English; null when there is none. */
export function operatorDocument(path: string): OperatorDocument | null {
  const file = fileOf(path)
  if (file === null || !existsSync(join(documentsFolder(), file))) return null
  const markdown = read(file)
  return {
    path,
    title: titleOf(markdown),
    index: FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? null,
    sections: [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading),
    html: (language) => renderMarkdown(markdown, 'en', (href) => addressOf(href, file, language)),
  }
}

function fileOf(path: string): string | null {
  if (Object.hasOwn(SINGLE, path)) return SINGLE[path] ?? null
  const [folder, name = ''] = path.split(/\/(.*)/s)
  const isDocument = FOLDERS.some((each) => each === folder) && /^[a-z0-9-]{1,60}$/.test(name)
  return isDocument ? `${path}.md` : null
}

/** Where a link of a document leads to here: to a section or another document, or out on the web. */
function addressOf(href: string, from: string, language: Language): string | null {
  if (/^https?:\/\//.test(href)) return href
  if (href.startsWith('#')) return href
  const [relative = '', section] = href.split('#')
  const file = posix.join(posix.dirname(from), relative)
  const listed = Object.entries(SINGLE).find(([, each]) => each === file)
  const path = listed?.[0] ?? file.replace(/\.md$/, '')
  return fileOf(path) === file ? `/help/${path}?lng=${language}${section ? `#${section}` : ''}` : null
}
