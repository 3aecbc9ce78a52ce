import { createHash } from 'node:crypto'
import { asc, gt } from 'drizzle-orm'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import type { Finding } from '../../platform/finding'
import { orphanFiles } from './orphan-files'
import { files as fileTable, images } from './table'

const AT_ONCE = 500

export type FileFault = 'file-missing' | 'file-corrupt' | 'file-orphaned'

/**
 * Reads every file that a row refers to, and finds files without a row.
 * @param before newer files may belong to an upload in progress
 */
export async function findFileFaults(
  { database, files }: { database: Database; files: FileStore },
  before: Date,
): Promise<Finding<FileFault>[]> {
  const findings: Finding<FileFault>[] = []
  for (const table of [images, fileTable]) {
    for await (const row of rowsOf(database, table)) {
      const finding = await faultOf(files, row)
      if (finding) findings.push(finding)
    }
  }
  for await (const key of orphanFiles(database, files, before))
    findings.push({ fault: 'file-orphaned', subject: key, detail: 'no row refers to it' })
  return findings
}

async function* rowsOf({ db }: Database, table: typeof images | typeof fileTable) {
  const { id, key, size, sha256 } = table
  for (let last = ''; ; ) {
    const rows = await db
      .select({ id, key, size, sha256 })
      .from(table)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(AT_ONCE)
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) return
    last = end.id
  }
}

async function faultOf(
  files: FileStore,
  { key, size, sha256 }: { key: string; size: number; sha256: string },
): Promise<Finding<FileFault> | null> {
  const stream = await files.readStream(key)
  if (!stream) return { fault: 'file-missing', subject: key, detail: `${size} bytes are missing` }
  const hash = createHash('sha256')
  let found = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    found += chunk.length
  }
  const corrupt = (detail: string) => ({ fault: 'file-corrupt', subject: key, detail }) as const
  if (found !== size) return corrupt(`found ${found} bytes, expected ${size}`)
  return hash.digest('hex') === sha256 ? null : corrupt('its SHA-256 differs from the stored one')
}
