import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { findDefects } from '../../../platform/files/recorded-file'
import type { Finding } from '../../../platform/finding'
import { orphansOf } from './make-export'
import { listReady } from './repository'

export type ExportFault = 'export-missing' | 'export-corrupt' | 'file-orphaned'

/**
 * Finished exports whose file is not there or not what was written, and files without an export.
 * @param before newer files may belong to an export in progress
 */
export async function findExportFaults(
  { database, files }: { database: Database; files: FileStore },
  before: Date,
): Promise<Finding<ExportFault>[]> {
  const findings: Finding<ExportFault>[] = []
  for await (const { key, is, detail } of findDefects(files, listReady(database.db)))
    findings.push({ fault: `export-${is}`, subject: key, detail })
  for await (const key of orphansOf({ database, files }, before))
    findings.push({ fault: 'file-orphaned', subject: key, detail: 'no row refers to it' })
  return findings
}
