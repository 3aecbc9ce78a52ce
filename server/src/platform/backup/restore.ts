import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../app-error'
import { fileError } from '../db/dump/dump'
import { type RestoredDatabase, refuseFilled, restoreDatabase } from '../db/dump/restore'
import { refuseRegistered } from '../db/dump/unused'
import { backlogOf } from '../journal/backlog'
import type { Amount, Installation } from './back-up'
import { DUMP, FILES, JOURNAL } from './layout'
import { nameSome, proveBackup } from './prove-backup'

type Target = Omit<Installation, 'recorded'>

interface RestoreOptions {
  /** How many files are known to be missing or damaged, and are left out. */
  without?: number
  /** Of an installation in which nobody has registered, the empty tables are replaced. */
  replacesUnused?: boolean
  /** A restore of it was cut off: what it wrote is written over. */
  isResumed?: boolean
  /** The backup is whole and nothing is in its way: from here on it is written. */
  onBegin?: () => Promise<void>
}

/**
 * Fills an empty installation from a backup: all of it or nothing. Every byte is proved before anything is written. The
 * database comes last, in one transaction; what was written before is taken back when it fails.
 * @throws ConfigError when the installation is not empty, or the folder is not a backup that this program can read, or lacks
 *   other files than that many
 */
export async function restoreBackup(
  installation: Target,
  folder: string,
  { without = 0, replacesUnused = false, isResumed = false, onBegin }: RestoreOptions = {},
): Promise<Amount & Pick<RestoredDatabase, 'leftOut'>> {
  const { database, files, dataDir } = installation
  await (replacesUnused ? refuseRegistered(database.db) : refuseFilled(database.db))
  if (!isResumed) await refuseFiles(installation)
  const sums = await provedSums(folder, without)
  await onBegin?.()
  const journal = join(dataDir, 'journal')
  const undo: (() => Promise<unknown>)[] = []
  try {
    await mkdir(journal, { recursive: true, mode: 0o700 })
    for (const [name, sum] of of(sums, FILES)) {
      const key = name.slice(FILES.length)
      undo.push(() => files.remove(key))
      await files.writeStream(key, provedBytes(folder, name, sum))
    }
    for (const [name, sum] of of(sums, JOURNAL)) {
      const segment = join(journal, name.slice(JOURNAL.length))
      undo.push(() => rm(segment, { force: true }))
      await writeSegment(segment, provedBytes(folder, name, sum))
    }
    const { rows, leftOut } = await restoreDatabase(database, join(folder, DUMP), replacesUnused)
    return { rows, leftOut, files: of(sums, FILES).length, segments: of(sums, JOURNAL).length }
  } catch (error) {
    for (const takeBack of undo) await takeBack()
    throw fileError(error, dataDir)
  }
}

const of = (sums: Map<string, string>, kind: string) => [...sums].filter(([name]) => name.startsWith(kind))

/** What is whole of a backup. */
async function provedSums(folder: string, without: number): Promise<Map<string, string>> {
  const { sums, defects } = await proveBackup(folder)
  const told = nameSome(defects.map(({ name, detail }) => `${name} ${detail}`))
  const refused = (advice: string) =>
    new ConfigError(
      `${folder} is not a whole backup (${told}): nothing was restored; choose another folder${advice}.`,
    )
  if (defects.some(({ name }) => name === DUMP)) throw refused('')
  if (defects.length === 0 && without > 0)
    throw new ConfigError(`${folder} is a whole backup: leave --without-files out.`)
  if (defects.length !== without)
    throw refused(`, or restore the rest, without these, by --without-files=${defects.length}`)
  for (const { name } of defects) sums.delete(name)
  return sums
}

/** @throws ConfigError when the file was changed since it was proved */
async function* provedBytes(folder: string, name: string, sum: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(folder, name))) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sum)
    throw new ConfigError(
      `${folder} changed while it was read (${name}): nothing was restored; run this again.`,
    )
}

async function writeSegment(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function refuseFiles({ files, dataDir }: Pick<Target, 'files' | 'dataDir'>): Promise<void> {
  const used = (what: string) =>
    new ConfigError(
      `There are ${what} already, and nothing was changed: set DATA_DIR to a new folder, and S3_BUCKET to an empty bucket if there is one.`,
    )
  for await (const _ of files.listAll()) throw used('files')
  if ((await backlogOf(join(dataDir, 'journal'))).segments > 0) throw used('scans in the journal')
}
