import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-command.mjs'

const KB = 1000
const DIST = join(ROOT, 'web/dist')

/**
 * What a page may load before a person can use it: bytes after brotli, the texts of its language apart. `parts` are
 * the sources that the page imports lazily at once, beside the entry.
 */
const PAGES = [
  {
    name: 'list',
    parts: ['src/app/boot.tsx', 'src/app/frame.tsx', 'src/app/codes-screens.tsx'],
    limits: { js: 135 * KB, css: 10 * KB },
  },
  {
    name: 'sign-in',
    parts: ['src/app/open-boot.tsx', 'src/features/account/account-login-page.tsx'],
    limits: { js: 110 * KB, css: 10 * KB },
  },
]

/**
 * Measures the built web app.
 * @returns {{ sizes: string[], errors: string[] }} one line for each page and kind
 */
export function measureBudget() {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
  const sizes = []
  const errors = []
  for (const { name, parts, limits } of PAGES) {
    const unknown = parts.filter((part) => !manifest[part])
    errors.push(...unknown.map((part) => `${name}: the build has no part ${part}; see check-budget.mjs`))
    const files = filesOf(manifest, ['index.html', ...parts])
    for (const [kind, limit] of Object.entries(limits)) {
      const size = files
        .filter((file) => file.endsWith(`.${kind}`))
        .reduce((sum, file) => sum + sizeOf(file), 0)
      const line = `${name} ${kind} ${(size / KB).toFixed(1)} of ${limit / KB} kB`
      sizes.push(line)
      if (size > limit) errors.push(line)
    }
  }
  return { sizes, errors }
}

/** Files of some chunks and of all that they import statically. */
function filesOf(manifest, keys) {
  const queue = keys.filter((key) => manifest[key])
  const seen = new Set(queue)
  const files = new Set()
  for (const key of queue) {
    const { file, css = [], imports = [] } = manifest[key]
    for (const name of [file, ...css]) files.add(name)
    for (const next of imports) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
  return [...files]
}

/** A file too small to gain from compression has none beside it. */
const sizeOf = (file) => statSync(join(DIST, existsSync(join(DIST, `${file}.br`)) ? `${file}.br` : file)).size
