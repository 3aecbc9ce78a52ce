import type { Database } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { Log } from '../../../platform/logging'
import { ArchiveFault, proveWhole } from './archive-file'
import {
  type Archive,
  dropMonth,
  findDifference,
  forgetDay,
  listArchives,
  ofSpan,
  withLongStatements,
} from './archive-repository'

interface Month {
  /** The name of its partition. */
  name: string
  /** Its first day, and the first one after it (UTC). */
  begins: string
  endsBefore: string
}

/**
 * Drops a month of the log. Where it is to be archived: when the archives have all of it, and all of their files are whole.
 * A damaged file makes its day one that is archived again.
 * @param files null where months are dropped without an archive
 * @returns false when the month stays, and a line of the log says why
 */
export async function dropArchivedMonth(
  { database, files, log }: { database: Database; files: FileStore | null; log: Log },
  { name: partition, begins, endsBefore }: Month,
): Promise<boolean> {
  const span = { from: new Date(`${begins}T00:00:00Z`), to: new Date(`${endsBefore}T00:00:00Z`) }
  const stays = (day: string): false => {
    log.warn({ partition, day }, 'an expired month of the scan log stays: a day of it is not archived')
    return false
  }
  if (files) {
    // Before the files of the month are read for nothing; what counts is compared again as it is dropped.
    const open = await withLongStatements(database, (tx) => findDifference(tx, span))
    if (open !== null) return stays(open)
    const damaged = await findDamaged(database, files, span)
    if (damaged) {
      await forgetDay(database.db, damaged.day)
      const reason = damaged.fault.message
      log.error(
        { partition, reason },
        'an expired month of the scan log stays: an archive is damaged, its day is archived again',
      )
      return false
    }
  }
  const day = await dropMonth(database, partition, span, files !== null)
  return day === null || stays(day)
}

async function findDamaged(
  { db }: Database,
  files: FileStore,
  span: { from: Date; to: Date },
): Promise<{ day: string; fault: ArchiveFault } | null> {
  const proven = (archive: Archive) =>
    proveWhole(files, archive).then(
      () => null,
      (error) => {
        if (error instanceof ArchiveFault) return error
        throw error
      },
    )
  for (const archive of await listArchives(db, ofSpan(span))) {
    const fault = archive.hasLeft ? null : await proven(archive)
    if (fault) return { day: archive.day, fault }
  }
  return null
}
