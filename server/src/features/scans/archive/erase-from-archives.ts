import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { ScanFacts } from '../analytics/scan-log-repository'
import { hasBetween, readArchive } from './archive-file'
import { removeOrphans } from './archive-job'
import { type Archive, listArchives, lockArchives, replaceArchive } from './archive-repository'
import { flat } from './scan-streams'
import { writeArchive } from './write-archive'

/**
 * Rewrites each archive that has scans of some codes without them, after the log has lost them. A file that is recorded
 * meanwhile was compared with the log before it lost them, and is found here, or after, and is refused.
 * @param codeIds in the order of their ids
 */
export async function eraseFromArchives(
  { database, files }: { database: Database; files: FileStore },
  codeIds: readonly string[],
): Promise<void> {
  const archives = await database.transaction(async (tx) => {
    await lockArchives(tx)
    return listArchives(tx)
  })
  if (archives.length === 0) return
  for (const archive of archives) if (await hasScansOf(archive)) await rewrite(archive)
  await removeOrphans(database, files)

  async function hasScansOf(archive: Archive): Promise<boolean> {
    if (!hasBetween(codeIds, archive.firstCode, archive.lastCode)) return false
    for await (const scans of readArchive(files, archive, codeIds)) if (scans.length > 0) return true
    return false
  }

  async function rewrite(archive: Archive): Promise<void> {
    const without = await writeArchive(files, archive.day, others(archive))
    if (await replaceArchive(database, archive, without)) await files.remove(archive.key)
    else if (without) await files.remove(without.key)
  }

  async function* others(archive: Archive): AsyncGenerator<ScanFacts> {
    const erased = new Set(codeIds)
    for await (const scan of flat(readArchive(files, archive, null))) if (!erased.has(scan.codeId)) yield scan
  }
}
