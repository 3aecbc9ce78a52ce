import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../app-error'
import { parseSegmentName } from '../journal/segment-name'

/*
 * A backup is a folder: the dump of the database, the files under their keys, the segments of the journal, and the
 * sums of all of them as `sha256sum --check` reads them. The sums are written last.
 */
export const DUMP = 'database.dump'
export const FILES = 'files/'
export const JOURNAL = 'journal/'
export const SUMS = 'SHA256SUMS'

const LINE = /^([0-9a-f]{64}) {2}(.+)$/
const FILE_NAME = /^files(\/[A-Za-z0-9_-]+)+$/

/** Name and SHA-256 of everything in a backup. */
export type Sums = Map<string, string>

/** @throws ConfigError when the folder is no whole backup: something is missing, cut or changed */
export async function readWhole(folder: string): Promise<Sums> {
  const sums = await readSums(folder)
  for (const [name, sum] of sums) {
    const found = await sumOf(join(folder, name)).catch((cause) => {
      throw broken(folder, `${name} cannot be read`, cause)
    })
    if (found !== sum) throw broken(folder, `${name} was changed`)
  }
  return sums
}

async function readSums(folder: string): Promise<Sums> {
  const text = await readFile(join(folder, SUMS), 'utf8').catch((cause) => {
    throw broken(folder, `${SUMS} cannot be read`, cause)
  })
  const sums: Sums = new Map()
  for (const line of text.trimEnd().split('\n')) {
    const [, sum = '', name = ''] = LINE.exec(line) ?? []
    if (!isName(name)) throw broken(folder, `${SUMS} names something else`)
    sums.set(name, sum)
  }
  if (!sums.has(DUMP)) throw broken(folder, `${DUMP} is missing`)
  return sums
}

export interface FoundBackup {
  folder: string
  sums: Sums
}

/** The backup in `parent` that was finished last; null without any. Its files are not read. */
export async function findNewest(parent: string): Promise<FoundBackup | null> {
  let newest: { folder: string; at: number } | null = null
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    const at = (await stat(join(folder, SUMS)).catch(() => null))?.mtimeMs ?? Number.NEGATIVE_INFINITY
    if (at > (newest?.at ?? Number.NEGATIVE_INFINITY)) newest = { folder, at }
  }
  const sums = newest && (await readSums(newest.folder).catch(() => null))
  return newest && sums && { folder: newest.folder, sums }
}

export const sumsText = (sums: Sums): string => [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('')

export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

/** No other file is ever opened, whatever the list says. */
function isName(name: string): boolean {
  if (name.startsWith(JOURNAL)) return parseSegmentName(name.slice(JOURNAL.length)) !== null
  return name === DUMP || FILE_NAME.test(name)
}

const broken = (folder: string, why: string, cause?: unknown) =>
  new ConfigError(
    `${folder} is not a complete backup (${why}): nothing was restored; choose another folder.`,
    {
      cause,
    },
  )
