import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../app-error'
import type { Database } from '../db/database'
import { dumpDatabase, fileError, SCAN_LOG } from '../db/dump/dump'
import type { FileStore } from '../files/file-store'
import type { ListRecorded, RecordedFile } from '../files/recorded-file'
import { closedName, parseSegmentName } from '../journal/segment-name'
import { Copy } from './copy'
import { DUMP, FILES, findNewest, INCOMPLETE, JOURNAL } from './layout'
import { sumOf } from './prove-backup'

/** The data of an installation, without its settings. */
export interface Installation {
  database: Database
  files: FileStore
  dataDir: string
  /** Every stored file that the database knows. */
  recorded: ListRecorded
}

export interface Amount {
  rows: number
  files: number
  segments: number
}

export interface BackupOptions {
  /** False: files that the newest backup beside it has are shared with it by hard links, not copied again. */
  isFull?: boolean
  /** False: the log of scans is left out, by far the largest table; their counts are in it all the same. */
  hasScans?: boolean
}

/** What a backup contains, and how many of its files an earlier one had already. */
export interface BackupAmount extends Amount {
  folder: string
  shared: number
  /** How many files the database knows. */
  known: number
  /** Keys of files that the database knows and that are missing or not what they were: then it is incomplete. */
  lost: string[]
}

/**
 * Copies an installation to a new folder, which appears complete or not at all; the server may run meanwhile. The
 * database is copied in one snapshot. Files are copied before it, and those added until the snapshot after it: a file
 * whose row is in the dump may be deleted in between, but not be added later. The journal likewise: a scan may be in both
 * the dump and a segment, and counts once, because the segment's id is in the dump then. Last, what was copied is
 * compared with the sums in the database: a backup that lacks a file gets `.incomplete` after its name.
 * @throws ConfigError when the folder exists or cannot be written, or when there is nothing to copy
 */
export async function backUp(
  { database, files, dataDir, recorded }: Installation,
  folder: string,
  { isFull = false, hasScans = true }: BackupOptions = {},
): Promise<BackupAmount> {
  if (existsSync(folder)) throw new ConfigError(`${folder} already exists: choose another folder name.`)
  const draft = `${folder}.part`
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const copy = new Copy(draft, isFull ? null : await findNewest(dirname(folder)))
    await copyFiles(files, copy)
    await copyJournal(dataDir, copy)
    const rows = await dumpDatabase(database, join(draft, DUMP), { without: hasScans ? [] : [SCAN_LOG] })
    copy.sums.set(DUMP, await sumOf(join(draft, DUMP)))
    await copyFiles(files, copy)
    await copyJournal(dataDir, copy)
    const { known, lost } = await findLost({ database, files, recorded }, copy)
    const amount = { rows, files: copy.count(FILES), shared: copy.shared, segments: copy.count(JOURNAL) }
    for (const { key, sha256 } of lost) copy.sums.set(`${FILES}${key}`, sha256)
    await copy.finish()
    const place = lost.length > 0 ? `${folder}${INCOMPLETE}` : folder
    if (place !== folder) await rm(place, { recursive: true, force: true })
    await rename(draft, place)
    return { ...amount, folder: place, known, lost: lost.map(({ key }) => key) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw fileError(error, folder)
  }
}

async function copyFiles(files: FileStore, copy: Copy): Promise<void> {
  for await (const { key, size } of files.listAll()) {
    const name = `${FILES}${key}`
    // The content of a key never changes.
    if (!copy.sums.has(name) && !(await copy.share(name, size))) await copy.take(files, key, name)
  }
}

/**
 * Compares every file that the database knows with its copy; what differs or is not there is copied once more. One whose
 * row has gone by then was deleted meanwhile, and is none.
 */
async function findLost(
  { database: { db }, files, recorded }: Pick<Installation, 'database' | 'files' | 'recorded'>,
  copy: Copy,
): Promise<{ known: number; lost: RecordedFile[] }> {
  const has = async ({ key, sha256 }: RecordedFile): Promise<boolean> => {
    const name = `${FILES}${key}`
    if (copy.sums.get(name) === sha256) return true
    return (await copy.take(files, key, name)) && copy.sums.get(name) === sha256
  }
  let known = 0
  const suspects = new Set<string>()
  for await (const file of recorded(db)) {
    known++
    if (!(await has(file))) suspects.add(file.key)
  }
  const lost: RecordedFile[] = []
  if (suspects.size === 0) return { known, lost }
  for await (const file of recorded(db)) if (suspects.has(file.key) && !(await has(file))) lost.push(file)
  return { known, lost }
}

/** An open segment is copied as far as it is written, and closed: nobody writes to the copy. */
async function copyJournal(dataDir: string, copy: Copy): Promise<void> {
  const folder = join(dataDir, 'journal')
  for (const file of await readdir(folder).catch(() => [])) {
    if (!parseSegmentName(file)) continue
    const bytes = await readFile(join(folder, file)).catch(() => null)
    // Closed or moved while we look: the next look finds it, or the database has it.
    if (bytes) await copy.write(`${JOURNAL}${closedName(file)}`, [bytes])
  }
}
