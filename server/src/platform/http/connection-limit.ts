import { readFileSync } from 'node:fs'

/** For each of the two listeners; the last third is for the database, the journal and files. */
const SHARE = 1 / 3

/**
 * Connections that a listener may hold, of the files that this process may have open. Without a bound a crowd takes
 * them all, and neither a look-up nor a journal can be opened for those who are served. Unbounded where the system does
 * not say.
 */
export function maxConnections(): number {
  try {
    const [, files] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return files === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(files) * SHARE)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
