import { pdfNameKey, pdfNameProblem } from '@scanleaf/shared'
import { plainPath } from '../../../platform/http/public-address'

/** The target of a path: `{name}`, `{name}/file`, `{name}/page.webp`, or nothing that exists. */
export type PdfRoute =
  | { kind: 'document' | 'file' | 'picture'; key: string }
  | { kind: 'icon' | 'robots' | 'none' }

const PARTS = new Map<string | undefined, 'document' | 'file' | 'picture'>([
  [undefined, 'document'],
  ['file', 'file'],
  ['page.webp', 'picture'],
])

/** A name, a part of it, then at most what no name can end with. */
const PDF_PATH = /^([A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*)(?:\/(file|page\.webp))?[^A-Za-z0-9]*(?:[?&#].*)?$/s

/** Reads request targets under the path of `PDF_HOST`. What no page has is `none`. */
export function pdfRouteReader(pdfHost: string): (requestTarget: string) => PdfRoute {
  const base = new URL(pdfHost).pathname.replace(/\/*$/, '/')
  return (requestTarget) => {
    const [target = ''] = requestTarget.split('?')
    const path = plainPath(target)
    if (base === '/' && path === '/favicon.ico') return { kind: 'icon' }
    if (base === '/' && path === '/robots.txt') return { kind: 'robots' }
    const [, name, part] = path.startsWith(base) ? (PDF_PATH.exec(path.slice(base.length)) ?? []) : []
    const kind = PARTS.get(part)
    if (!kind || name === undefined || pdfNameProblem(name) !== null) return { kind: 'none' }
    return { kind, key: pdfNameKey(name) }
  }
}
