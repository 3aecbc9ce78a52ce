import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run-command.mjs'

const KB = 1000
const DIST = join(ROOT, 'web/dist')

/** Budget of a page until it is interactive: bytes after brotli, without the texts of its language. */
const PAGES = [
  { name: 'list', path: '/dynamic-codes', limits: { scripts: 141.3 * KB, styles: 8.1 * KB } },
  { name: 'sign-in', path: '/account/login', limits: { scripts: 96.2 * KB, styles: 7.5 * KB } },
]

/**
 * Measures the built web app.
 * @returns {{ sizes: string[], errors: string[] }} one line for each page and kind
 */
export function measureBudget() {
  const { screens } = JSON.parse(readFileSync(join(DIST, 'preload-manifest.json'), 'utf8'))
  const sizes = []
  const errors = []
  for (const { name, path, limits } of PAGES) {
    const screen = screens.find((each) => each.path === path)
    for (const [kind, limit] of Object.entries(limits)) {
      const size = screen[kind].reduce((sum, file) => sum + sizeOf(file), 0)
      const line = `${name} ${kind} ${(size / KB).toFixed(1)} of ${limit / KB} kB`
      sizes.push(line)
      if (size > limit) errors.push(line)
    }
  }
  return { sizes, errors }
}

/** A file too small to gain from compression has none beside it. */
const sizeOf = (file) => statSync(join(DIST, existsSync(join(DIST, `${file}.br`)) ? `${file}.br` : file)).size
