import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { findDefects, type ListRecorded, recordedIn } from '../../platform/files/recorded-file'
import type { Finding } from '../../platform/finding'
import { orphanFiles } from './orphan-files'
import { files as fileTable, images } from './table'

export type FileFault = 'file-missing' | 'file-corrupt' | 'file-orphaned'

/** Images and PDFs. */
export const listUploads: ListRecorded = async function* (db) {
  for (const table of [images, fileTable]) {
    const { id, key, size, sha256 } = table
    yield* recordedIn({ table, id, key, size, sha256 })(db)
  }
}

/**
 * Reads every file that a row refers to, and finds files without a row.
 * @param listed files of other features, which are restored in the same way
 * @param before newer files may belong to an upload in progress
 */
export async function findFileFaults(
  { database, files }: { database: Database; files: FileStore },
  before: Date,
  listed: readonly ListRecorded[] = [],
): Promise<Finding<FileFault>[]> {
  const findings: Finding<FileFault>[] = []
  for (const list of [listUploads, ...listed]) {
    for await (const { key, is, detail } of findDefects(files, list(database.db)))
      findings.push({ fault: `file-${is}`, subject: key, detail })
  }
  for await (const key of orphanFiles(database, files, before))
    findings.push({ fault: 'file-orphaned', subject: key, detail: 'no row refers to it' })
  return findings
}
