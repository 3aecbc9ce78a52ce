import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../app-error'
import { parseSegmentName } from '../journal/segment-name'

/*
 * A backup is a folder: the dump of the database, the files under their keys, the segments of the journal, and the
 * sums of all of them as `sha256sum --check` reads them. The sums are written last, and the dump is the last of them:
 * a list that was cut is found by that. Of a file that the database knows the list has the sum of the database, also
 * when the copy differs from it or there is none.
 */
export const DUMP = 'database.dump'
export const FILES = 'files/'
export const JOURNAL = 'journal/'
export const SUMS = 'SHA256SUMS'
/** Added to the name of a backup that lacks something. */
export const INCOMPLETE = '.incomplete'

const LINE = /^([0-9a-f]{64}) {2}(.+)$/
const FILE_NAME = /^files(\/[A-Za-z0-9_-]+)+$/

/** Name and SHA-256 of everything in a backup. */
export type Sums = Map<string, string>

/** @throws ConfigError when it is not a list that a backup ended with */
export async function readSums(folder: string): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch((cause) => {
    throw broken(folder, `${SUMS} cannot be read`, cause)
  })
  const sums: Sums = new Map()
  let last = ''
  for (const line of text.trimEnd().split('\n')) {
    const [, sum = '', name = ''] = LINE.exec(line) ?? []
    if (!isName(name) || sums.has(name)) throw broken(folder, `${SUMS} was changed`)
    sums.set(name, sum)
    last = name
  }
  if (last !== DUMP || !text.endsWith('\n')) throw broken(folder, `${SUMS} was cut`)
  return sums
}

export function sumsText(sums: Sums): string {
  const names = [...sums.keys()].filter((name) => name !== DUMP)
  return [...names, DUMP].map((name) => `${sums.get(name)}  ${name}\n`).join('')
}

export interface FoundBackup {
  folder: string
  sums: Sums
}

/** Finished backups in `parent`, the newest first, by their names; none where there is no such folder. No list is read. */
export async function listFinished(parent: string): Promise<{ name: string; madeAt: Date }[]> {
  const found: { name: string; madeAt: Date }[] = []
  for (const name of await readdir(parent).catch(() => [])) {
    if (name.endsWith(INCOMPLETE)) continue
    const sums = await stat(join(parent, name, SUMS)).catch(() => null)
    if (sums) found.push({ name, madeAt: sums.mtime })
  }
  return found.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
}

/** The backup in `parent` that was finished last; null without any. Its files are not read. */
export async function findNewest(parent: string): Promise<FoundBackup | null> {
  const [newest] = await listFinished(parent)
  if (!newest) return null
  const folder = join(parent, newest.name)
  const sums = await readSums(folder).catch(() => null)
  return sums && { folder, sums }
}

/** No other file is ever opened, whatever the list says. */
function isName(name: string): boolean {
  if (name.startsWith(JOURNAL)) return parseSegmentName(name.slice(JOURNAL.length)) !== null
  return name === DUMP || FILE_NAME.test(name)
}

const broken = (folder: string, why: string, cause?: unknown) =>
  new ConfigError(`${folder} is not a backup (${why}): choose another folder.`, { cause })
