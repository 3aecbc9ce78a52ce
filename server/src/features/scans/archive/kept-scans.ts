import { sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/database'
import type { FileStore } from '../../../platform/files/file-store'
import type { ArchivedScans, KeptScans } from '../analytics/csv-export'
import type { Span } from '../analytics/scan-log-repository'
import { hasBetween, readArchive } from './archive-file'
import { type Archive, listArchives, ofSpan, thatLeft } from './archive-repository'
import { flat, grouped, merged } from './scan-streams'

const ROWS_AT_ONCE = 1_000

/** The log beside what has left it. @param db may be a replica */
export const keptScans = (db: Db, files: FileStore): KeptScans => ({
  db,
  openArchived: (span) => openArchived(db, files, span),
})

async function openArchived(db: Db, files: FileStore, span: Span): Promise<ArchivedScans> {
  const archives = await archivesOf(db, span)
  const days = [...Map.groupBy(archives, ({ day }) => day).values()]
  return {
    isEmpty: archives.length === 0,
    async *scansOf(codeIds) {
      const read = (archive: Archive) => readArchive(files, archive, codeIds)
      for (const parts of days) {
        const some = parts.filter(({ firstCode, lastCode }) => hasBetween(codeIds, firstCode, lastCode))
        const [first, ...further] = some
        if (!first) continue
        const day =
          further.length === 0
            ? read(first)
            : grouped(merged(some.map((part) => flat(read(part)))), ROWS_AT_ONCE)
        for await (const scans of day) {
          const within = scans.filter(({ at }) => at >= span.from && at < span.to)
          if (within.length > 0) yield within
        }
      }
    },
    async confirm() {
      const known = new Set(archives.map(nameOf))
      if ((await archivesOf(db, span)).some((archive) => !known.has(nameOf(archive))))
        throw new Error('a day left the scan log while it was read: read it again')
    },
  }
}

const archivesOf = (db: Db, span: Span): Promise<Archive[]> =>
  listArchives(db, sql`${ofSpan(span)} and ${thatLeft}`)

/** An erasure gives a file another key. */
const nameOf = ({ day, part }: Archive): string => `${day} ${part}`
