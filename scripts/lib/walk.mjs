import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const GENERATED = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results', '.git', '.cache'])

/**
 * Every file under `folder`, sorted, generated folders left out; nothing for a folder that does not exist.
 * @param {string} folder
 * @returns {string[]} paths that begin with `folder`
 */
export function walk(folder) {
  const found = []
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if (error.code === 'ENOENT') return found
    throw error
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!GENERATED.has(entry.name)) found.push(...walk(path))
    } else if (entry.isFile()) found.push(path)
  }
  return found.sort()
}
