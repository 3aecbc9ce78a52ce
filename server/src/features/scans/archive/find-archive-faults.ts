import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { Finding } from '../../../platform/finding'
import { ArchiveFault, proveFooter } from './archive-file'
import { listArchives } from './archive-repository'

export type ArchiveFindingKind = 'archive-damaged' | 'archives-not-checked'

const AT_ONCE = 8

/** Reads the end of each archive, the newest first, until a time has passed. */
export async function findArchiveFaults(
  { database, files }: { database: Database; files: FileStore },
  withinMs: number,
): Promise<Finding<ArchiveFindingKind>[]> {
  const archives = (await listArchives(database.db)).reverse()
  const findings: Finding<ArchiveFindingKind>[] = []
  const endAt = performance.now() + withinMs
  let checked = 0
  for (; checked < archives.length && performance.now() < endAt; checked += AT_ONCE) {
    const some = archives.slice(checked, checked + AT_ONCE)
    const results = await Promise.allSettled(some.map((archive) => proveFooter(files, archive)))
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
  if (left > 0)
    findings.push({
      fault: 'archives-not-checked',
      subject: `${left} of ${archives.length} archives`,
      detail: `the time of ${withinMs / 1000} seconds was over`,
    })
  return findings
}
