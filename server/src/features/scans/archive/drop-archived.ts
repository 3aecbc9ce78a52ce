import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { Log } from '../../../platform/logging'
import type { LogPartition } from '../log/log-repository'
import { ArchiveFault, verifyWhole } from './archive-file'
import {
  type Archive,
  dropWhatIsArchived,
  findDifference,
  forgetDay,
  listArchives,
  ofSpan,
  spanOf,
  withLongStatements,
} from './archive-repository'

/**
 * Drops a part of the log. Where it is to be archived: when the archives have all of it, and all of their files are whole.
 * A damaged file makes its day one that is archived again.
 * @param files null where the log is dropped without an archive
 * @returns false when the part stays, and a line of the log says why
 */
export async function dropArchivedPart(
  { database, files, log }: { database: Database; files: FileStore | null; log: Log },
  partition: LogPartition,
): Promise<boolean> {
  const stays = (day: string): false => {
    log.warn(
      { partition: partition.name, day },
      'an expired part of the scan log stays: a day of it is not archived',
    )
    return false
  }
  if (files) {
    // Before the files are read for nothing; what counts is compared again as the part is dropped.
    const open = await withLongStatements(database, (tx) => findDifference(tx, spanOf(partition)))
    if (open !== null) return stays(open)
    const damaged = await findDamaged(database, files, partition)
    if (damaged) {
      await forgetDay(database.db, damaged.day)
      const reason = damaged.fault.message
      log.error(
        { partition: partition.name, reason },
        'an expired part of the scan log stays: an archive is damaged, its day is archived again',
      )
      return false
    }
  }
  const day = await dropWhatIsArchived(database, partition, files !== null)
  return day === null || stays(day)
}

async function findDamaged(
  { db }: Database,
  files: FileStore,
  partition: LogPartition,
): Promise<{ day: string; fault: ArchiveFault } | null> {
  const proven = (archive: Archive) =>
    verifyWhole(files, archive).then(
      () => null,
      (error) => {
        if (error instanceof ArchiveFault) return error
        throw error
      },
    )
  for (const archive of await listArchives(db, ofSpan(spanOf(partition)))) {
    const fault = archive.hasLeft ? null : await proven(archive)
    if (fault) return { day: archive.day, fault }
  }
  return null
}
