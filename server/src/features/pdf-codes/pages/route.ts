import { pdfNameKey, pdfNameProblem } from '@scanleaf/shared'

/** What a path asks for: `{name}`, `{name}/file`, `{name}/page.webp`, or nothing that we have. */
export type PdfRoute =
  | { kind: 'document' | 'file' | 'picture'; key: string }
  | { kind: 'icon' | 'robots' | 'none' }

const PARTS = new Map<string | undefined, 'document' | 'file' | 'picture'>([
  [undefined, 'document'],
  ['file', 'file'],
  ['page.webp', 'picture'],
])

/** Reads request targets under the path of `PDF_HOST`. Anything not exactly of our form is `none`. */
export function pdfRouteReader(pdfHost: string): (requestTarget: string) => PdfRoute {
  const base = new URL(pdfHost).pathname.replace(/\/+$/, '')
  return (requestTarget) => {
    const [path = ''] = requestTarget.split('?')
    if (base === '' && path === '/favicon.ico') return { kind: 'icon' }
    if (base === '' && path === '/robots.txt') return { kind: 'robots' }
    if (!path.startsWith(`${base}/`)) return { kind: 'none' }
    const [name = '', part, ...more] = path.slice(base.length + 1).split('/')
    const kind = PARTS.get(part)
    if (!kind || more.length > 0 || name === '' || pdfNameProblem(name) !== null) return { kind: 'none' }
    return { kind, key: pdfNameKey(name) }
  }
}
