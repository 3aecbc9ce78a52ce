import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions of a group and of everybody else (chmod(2)). */
const OTHERS = 0o077
const OWN_FOLDERS = ['postgres', 'files', 'journal', 'targets', 'pages']
/** What this program puts into `DATA_DIR`, and what a new disk or a backup beside the data adds. */
const OWN_ENTRY =
  /^(postgres|files|journal|targets|pages|backups|restore-request|database-timeline|lost\+found)\b/

/** From now on no other user of the machine can read what this process and its children write. */
export const keepNewFilesPrivate = (): void => void process.umask(OTHERS)

/**
 * Closes the data folder of an installation that was made with an open umask. The folder itself is left as it is when
 * something else is in it, because `DATA_DIR=/srv` must not lock others out of `/srv`.
 * @returns the folders that others can still enter
 */
export function closeDataFolder(dataDir: string): string[] {
  const left = OWN_FOLDERS.map((name) => join(dataDir, name)).filter((folder) => !isClosed(folder, true))
  return isClosed(dataDir, isOursAlone(dataDir)) ? [] : [dataDir, ...left]
}

function isClosed(folder: string, mayClose: boolean): boolean {
  const found = statOf(folder)
  if (!found || (found.mode & OTHERS) === 0) return true
  if (!mayClose) return false
  try {
    chmodSync(folder, found.mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** What cannot be looked at is a matter of whoever writes into it, with a sentence of its own. */
function statOf(folder: string) {
  try {
    return statSync(folder)
  } catch {
    return null
  }
}

function isOursAlone(dataDir: string): boolean {
  try {
    return readdirSync(dataDir).every((name) => OWN_ENTRY.test(name))
  } catch {
    return false
  }
}
