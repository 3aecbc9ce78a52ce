import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../app-error'
import type { Database } from '../db/database'
import { dumpDatabase, fileError, SCAN_LOG } from '../db/dump/dump'
import type { FileStore } from '../files/file-store'
import { closedName, parseSegmentName } from '../journal/segment-name'
import {
  DUMP,
  FILES,
  type FoundBackup,
  findNewest,
  JOURNAL,
  SUMS,
  type Sums,
  sumOf,
  sumsText,
} from './layout'

/** The data of an installation, without its settings. */
export interface Installation {
  database: Database
  files: FileStore
  dataDir: string
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
  shared: number
}

/**
 * Copies an installation to a new folder, which appears complete or not at all; the server may run meanwhile. The
 * database is copied in one snapshot. Files are copied before it, and those added until the snapshot after it: a file
 * whose row is in the dump may be deleted in between, but not be added later. The journal likewise: a scan may be in both
 * the dump and a segment, and counts once, because the segment's id is in the dump then.
 * @throws ConfigError when the folder exists or cannot be written, or when there is nothing to copy
 */
export async function backUp(
  { database, files, dataDir }: Installation,
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
    const rows = await dumpDatabase(database, join(draft, DUMP), { without: hasScans ? [] : SCAN_LOG })
    copy.sums.set(DUMP, await sumOf(join(draft, DUMP)))
    await copyFiles(files, copy)
    await copyJournal(dataDir, copy)
    await copy.finish()
    await rename(draft, folder)
    return { rows, files: copy.count(FILES), shared: copy.shared, segments: copy.count(JOURNAL) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw fileError(error, folder)
  }
}

async function copyFiles(files: FileStore, copy: Copy): Promise<void> {
  for await (const { key } of files.listAll()) {
    const name = `${FILES}${key}`
    // The content of a key never changes.
    if (copy.sums.has(name) || (await copy.share(name))) continue
    const bytes = await files.readStream(key)
    if (bytes) await copy.write(name, bytes)
  }
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

class Copy {
  readonly sums: Sums = new Map()
  shared = 0

  constructor(
    private readonly folder: string,
    private readonly earlier: FoundBackup | null,
  ) {}

  /** True when the earlier backup has this file, and its disk can link to it. */
  async share(name: string): Promise<boolean> {
    const sum = this.earlier?.sums.get(name)
    if (!this.earlier || sum === undefined) return false
    const path = join(this.folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const isLinked = await link(join(this.earlier.folder, name), path).then(
      () => true,
      () => false,
    )
    if (!isLinked) return false
    this.sums.set(name, sum)
    this.shared++
    return true
  }

  async write(name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    const path = join(this.folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    const file = await open(path, 'w', 0o600)
    try {
      for await (const chunk of bytes) {
        hash.update(chunk)
        await file.writeFile(chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    this.sums.set(name, hash.digest('hex'))
  }

  count(kind: string): number {
    return [...this.sums.keys()].filter((name) => name.startsWith(kind)).length
  }

  async finish(): Promise<void> {
    const file = await open(join(this.folder, SUMS), 'w', 0o600)
    try {
      await file.writeFile(sumsText(this.sums))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}
