import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CSSOptions, Plugin } from 'vite'

/** Lightning CSS: custom media (Media Queries Level 5, a draft), and nested rules written out for `build.cssTarget`. */
export const css: CSSOptions = {
  transformer: 'lightningcss',
  lightningcss: { drafts: { customMedia: true } },
}

/** Chromium knows `match-parent` by its prefix alone, which Lightning CSS does not add. */
export function matchParentPlugin(): Plugin {
  const plain = 'text-align: match-parent;'
  return {
    name: 'match-parent',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*[.]css$/ },
      handler: (code) => ({
        code: code.replaceAll(plain, `text-align: -webkit-match-parent; ${plain}`),
        map: null,
      }),
    },
  }
}

/** Prepends the breakpoints to each stylesheet of ours: custom media are per file. */
export function breakpointsPlugin(): Plugin {
  const file = join(import.meta.dirname, 'src/ui/styles/media.css')
  return {
    name: 'breakpoints',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].*[.]css$/ },
      handler(code) {
        this.addWatchFile(file)
        return { code: readFileSync(file, 'utf8') + code, map: null }
      },
    },
  }
}
