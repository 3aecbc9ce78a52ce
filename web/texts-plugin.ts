import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LOCALES = join(import.meta.dirname, '../shared/locales')

/** `{namespace}/{language}.json` and its text, `{}` where a language lacks the file. */
function readTexts(): [path: string, text: string][] {
  const namespaces = readdirSync(LOCALES).sort()
  const files = new Set(namespaces.flatMap((namespace) => readdirSync(join(LOCALES, namespace))))
  return namespaces.flatMap((namespace) =>
    [...files].sort().map((file): [string, string] => {
      const path = join(LOCALES, namespace, file)
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
      return [`${namespace}/${file}`, JSON.stringify(JSON.parse(text))]
    }),
  )
}

/**
 * Lays the texts out as `assets/texts-{hash}/{namespace}/{language}.json`: with one hash of all, their names need no
 * list in the program.
 */
export function textsPlugin(): Plugin & { folder: string } {
  const texts = readTexts()
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 8)
  const folder = `assets/texts-${hash}`
  return {
    name: 'texts',
    folder,
    config: () => ({ define: { 'import.meta.env.TEXTS_FOLDER': JSON.stringify(`/${folder}`) } }),
    generateBundle() {
      for (const [path, source] of texts) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${path}`, source })
      }
    },
  }
}
