import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { Finding } from '../../../platform/finding'
import { orphansOf } from './make-export'
import { listReady } from './repository'

export type ExportFault = 'export-missing' | 'export-corrupt' | 'file-orphaned'

/**
 * Finished exports whose file is not there or has another size, and files without an export.
 * @param before newer files may belong to an export in progress
 */
export async function findExportFaults(
  { database, files }: { database: Database; files: FileStore },
  before: Date,
): Promise<Finding<ExportFault>[]> {
  const findings: Finding<ExportFault>[] = []
  for (const { key, bytes } of await listReady(database.db)) {
    const found = await sizeOf(files, key)
    if (found === null)
      findings.push({ fault: 'export-missing', subject: key, detail: `${bytes} bytes are missing` })
    else if (found !== bytes)
      findings.push({
        fault: 'export-corrupt',
        subject: key,
        detail: `found ${found} bytes, expected ${bytes}`,
      })
  }
  for await (const key of orphansOf({ database, files }, before))
    findings.push({ fault: 'file-orphaned', subject: key, detail: 'no row refers to it' })
  return findings
}

async function sizeOf(files: FileStore, key: string): Promise<number | null> {
  const stream = await files.readStream(key)
  if (!stream) return null
  let size = 0
  for await (const chunk of stream) size += chunk.length
  return size
}
