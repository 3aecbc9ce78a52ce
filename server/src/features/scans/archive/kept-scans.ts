import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { ArchivedScans, KeptScans } from '../analytics/csv-export'
import type { Span } from '../analytics/scan-log-repository'
import { hasBetween, readArchive } from './archive-file'
import { type Archive, listArchives, ofSpan, thatLeft } from './archive-repository'

/** The log beside what has left it. @param db may be a replica */
export const keptScans = (db: Db, files: FileStore): KeptScans => ({
  db,
  openArchived: (span) => openArchived(db, files, span),
})

async function openArchived(db: Db, files: FileStore, span: Span): Promise<ArchivedScans> {
  const archives = await archivesOf(db, span)
  return {
    isEmpty: archives.length === 0,
    async *scansOf(codeIds) {
      for (const archive of archives) {
        if (!hasBetween(codeIds, archive.firstCode, archive.lastCode)) continue
        for await (const scans of readArchive(files, archive, codeIds))
          yield scans.filter(({ at }) => at >= span.from && at < span.to)
      }
    },
    async confirm() {
      const now = await archivesOf(db, span)
      if (namesOf(now) !== namesOf(archives))
        throw new Error('a day left the scan log while it was read: read it again')
    },
  }
}

const archivesOf = (db: Db, span: Span): Promise<Archive[]> =>
  listArchives(db, sql`${ofSpan(span)} and ${thatLeft}`)

const namesOf = (archives: readonly Archive[]): string =>
  archives.map(({ day, part }) => `${day} ${part}`).join()
