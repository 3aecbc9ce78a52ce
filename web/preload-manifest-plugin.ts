import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PreloadManifest } from '@scanleaf/shared'
import type { Plugin, Rolldown } from 'vite'
import { NO_SCREEN, SCREEN_PARTS } from './screens.ts'

type Chunk = Rolldown.OutputChunk

/** Some chunks after all that they import statically: the order in which they are run. */
function closureOf(
  chunks: ReadonlyMap<string, Chunk>,
  starts: readonly Chunk[],
  seen = new Set<Chunk>(),
): Chunk[] {
  return starts.flatMap((chunk) => {
    if (seen.has(chunk)) return []
    seen.add(chunk)
    const imported = chunk.imports.flatMap((file) => chunks.get(file) ?? [])
    return [...closureOf(chunks, imported, seen), chunk]
  })
}

/** Writes `preload-manifest.json` beside the page: the files to preload, by path. */
export function preloadManifestPlugin(textsFolder: string): Plugin {
  return {
    name: 'preload-manifest',
    writeBundle({ dir = '' }, bundle) {
      const chunks = new Map<string, Chunk>()
      for (const part of Object.values(bundle)) if (part.type === 'chunk') chunks.set(part.fileName, part)

      const chunkWith = (source: string): Chunk => {
        const file = join(import.meta.dirname, 'src', source)
        const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(file))
        if (!found) throw new Error(`The build has no part ${source}: see web/screens.ts`)
        return found
      }
      const entries = [...chunks.values()].filter(({ isEntry }) => isEntry)
      const screens = [...Object.entries(SCREEN_PARTS), ['*', NO_SCREEN] as const].map(([path, screen]) => {
        const { parts, later = [], namespaces, shell } = screen
        const first = closureOf(chunks, [...entries, ...parts.map(chunkWith)])
        const afterwards = closureOf(chunks, later.map(chunkWith)).filter((chunk) => !first.includes(chunk))
        return {
          path,
          scripts: first.map(({ fileName }) => `/${fileName}`),
          styles: first.flatMap(({ viteMetadata }) =>
            [...(viteMetadata?.importedCss ?? [])].map((file) => `/${file}`),
          ),
          later: afterwards.map(({ fileName }) => `/${fileName}`),
          namespaces,
          shell,
        }
      })
      const parts: PreloadManifest = { texts: `/${textsFolder}`, screens }
      writeFileSync(join(dir, 'preload-manifest.json'), JSON.stringify(parts))
    },
  }
}
