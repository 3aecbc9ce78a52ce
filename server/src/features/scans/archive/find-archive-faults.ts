import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import { type ListRecorded, recordedIn } from '../../../platform/files/recorded-file'
import type { Finding } from '../../../platform/finding'
import { ArchiveFault, proveFooter, verifyWhole } from './archive-file'
import { listArchives } from './archive-repository'
import { scanArchives } from './table'

export type ArchiveFindingKind = 'archive-damaged' | 'archives-not-checked'

const AT_ONCE = 8

/** All archives of scans. */
export const listArchiveFiles: ListRecorded = recordedIn({
  table: scanArchives,
  id: scanArchives.key,
  key: scanArchives.key,
  size: scanArchives.bytes,
  sha256: scanArchives.sha256,
})

/**
 * Reads each archive, the newest first.
 * @param withinMs of a distant store: the end of each is read, until this time has passed; null: every byte is read
 */
export async function findArchiveFaults(
  { database, files }: { database: Database; files: FileStore },
  withinMs: number | null,
): Promise<Finding<ArchiveFindingKind>[]> {
  const archives = (await listArchives(database.db)).reverse()
  const findings: Finding<ArchiveFindingKind>[] = []
  const endAt = withinMs === null ? Number.POSITIVE_INFINITY : performance.now() + withinMs
  const prove = withinMs === null ? verifyWhole : proveFooter
  let checked = 0
  for (; checked < archives.length && performance.now() < endAt; checked += AT_ONCE) {
    const some = archives.slice(checked, checked + AT_ONCE)
    const results = await Promise.allSettled(some.map((archive) => prove(files, archive)))
    for (const [index, result] of results.entries()) {
      if (result.status === 'fulfilled') continue
      if (!(result.reason instanceof ArchiveFault)) throw result.reason
      findings.push({
        fault: 'archive-damaged',
        subject: some[index]?.key ?? '',
        detail: result.reason.message,
      })
    }
  }
  const left = archives.length - checked
  if (withinMs !== null && left > 0)
    findings.push({
      fault: 'archives-not-checked',
      subject: `${left} of ${archives.length} archives`,
      detail: `the time of ${withinMs / 1000} seconds was over`,
    })
  return findings
}
