import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'
import { walk } from '../lib/walk.mjs'

/** Pages of docs/spec by the word that cites them. */
const PAGES = {
  spec: 'qr-codes',
  'billing-spec': 'billing',
  rulings: 'rulings',
  api: 'api',
  payments: 'payments',
  threats: 'threats',
  scannability: 'scannability',
  performance: 'performance',
}
const FOLDERS = ['qr', 'shared', 'server', 'web', 'e2e', 'bench', 'scripts', 'simulators', 'docs/decisions']
const CITATION = /(?<![\w./-])([a-z][\w./-]*) §(\d+(?:\.\d+)?)/g
const OUTSIDE =
  /\b(payments|threat-model|decisions|scannability)\.md §|spec\/(billing|qr-codes)\.md|threat model[:,]/

/** Citations of a page or a section that docs/spec does not have. */
export function findWrongCitations() {
  const sections = Object.fromEntries(
    Object.entries(PAGES).map(([word, page]) => {
      const text = readFileSync(join(ROOT, `docs/spec/${page}.md`), 'utf8')
      return [word, new Set([...text.matchAll(/^##+ (\d+(?:\.\d+)?)[. ]/gm)].map(([, number]) => number))]
    }),
  )
  return FOLDERS.flatMap((folder) => walk(join(ROOT, folder)))
    .filter((path) => /\.(ts|tsx|mjs|css|sql|md)$/.test(path) && !path.endsWith('check-citations.mjs'))
    .flatMap((path) => {
      const lines = readFileSync(path, 'utf8').split('\n')
      return lines.flatMap((line, index) => {
        const where = `${relative(ROOT, path)}:${index + 1}`
        const outside = OUTSIDE.exec(line)
        if (outside) return [`${where}: "${outside[0]}" names a file that is not in the repository`]
        return [...line.matchAll(CITATION)]
          .filter(([, word, number]) => word in sections && !sections[word].has(number))
          .map(([citation]) => `${where}: "${citation}" is no section of docs/spec`)
      })
    })
}
