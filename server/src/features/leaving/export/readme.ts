import type { Language } from '@scanleaf/shared'
import type { ExportEntry } from '../../../platform/export/entry'
import { loadTranslator } from '../../../platform/i18n'

export interface ReadmeContext {
  /** Name of the product. */
  product: string
  /** Where codes without an own domain are printed, without protocol. */
  codeHost: string
  billing: boolean
  /** Whether the person owns workspaces besides the home. */
  hasFurther: boolean
  /** When the export was made. */
  madeAt: Date
}

const LINE_END = '\r\n'
/** Tells editors of Windows that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Files and folders, each with the key of its text. */
const CONTENTS = [
  ['codes.csv, codes.json', 'codes'],
  ['codes/', 'more-codes'],
  ['images/', 'images'],
  ['files/, uploads/', 'uploads'],
  ['scans/', 'scans'],
  ['account/', 'account'],
  ['chat/', 'chat'],
  ['billing/', 'billing'],
  ['workspaces/', 'workspaces'],
] as const
const REDIRECTS = [
  ['redirects/nginx.conf', 'nginx'],
  ['redirects/Caddyfile', 'caddy'],
  ['redirects/cloudflare.csv', 'cloudflare'],
  ['redirects/_redirects', 'pages'],
  ['redirects/notes.csv', 'notes'],
] as const

/** What is in the export, and how printed codes keep working elsewhere, in the language of the person. */
export function readme(
  language: Language,
  { product, codeHost, billing, hasFurther, madeAt }: ReadmeContext,
): ExportEntry {
  const t = loadTranslator(['export-file'], 'browser').in(language, 'export-file')
  const values = { product, codeHost }
  const isThere: Partial<Record<string, boolean>> = { billing, workspaces: hasFurther }
  const part = ([path, key]: readonly [string, string]) => [path, `    ${t(key, values)}`, '']
  const lines = [
    t('title', values),
    madeAt.toISOString().slice(0, 10),
    '',
    ...CONTENTS.filter(([, key]) => isThere[key] ?? true).flatMap(part),
    t('redirects', values),
    '',
    ...REDIRECTS.flatMap(part),
    t('case', values),
    t('code-host', values),
    '',
  ]
  return {
    path: 'README.txt',
    async *read() {
      yield BYTE_ORDER_MARK + lines.join(LINE_END)
    },
  }
}
