import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** web/dist of this checkout: the server is run from its source or from server/dist. */
export function builtWebApp(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (folder !== dirname(folder)) {
    const candidate = join(folder, 'web', 'dist')
    if (existsSync(join(candidate, 'index.html'))) return candidate
    folder = dirname(folder)
  }
  return null
}
