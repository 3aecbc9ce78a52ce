import { systemClock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'
import type { FileStore } from '../../../platform/files/file-store'
import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { earliestNow, trustedNow } from '../../../platform/trusted-clock'
import { nextCodesWithScans, type ScanFacts, scansOfCodes } from '../analytics/scan-log-repository'
import { readArchive } from './archive-file'
import {
  countUnarchived,
  findOpenDays,
  isArchived,
  knownKeys,
  listArchives,
  ofDay,
  recordArchive,
  recordComparison,
  spanOfDay,
  withLongStatements,
} from './archive-repository'
import { flat, withoutArchived } from './scan-streams'
import { ARCHIVE_FOLDER, writeArchive } from './write-archive'

const DAY_MS = 86_400_000
/** A day is closed when it ended this long ago: nearly all of its scans are imported by then. */
const CLOSED_AFTER_MS = DAY_MS
/** Journals that lie longer are rare: what they bring is found when the month expires. */
const RECENT_DAYS = 35
const CODES_AT_ONCE = 20_000
/** Long enough that no attempt is between its file and its row. */
const ORPHAN_AFTER_MS = DAY_MS

export interface ArchiveDependencies {
  database: Database
  files: FileStore
  log: Log
}

/** @param keepDays days that the log is kept; null forever */
export const archiveJob = (dependencies: ArchiveDependencies & { keepDays: number | null }): RepeatedJob => ({
  name: 'scan-archive',
  everySeconds: 3600,
  run: () => archiveClosedDays(dependencies),
})

/**
 * Writes each closed day of the log (UTC) that has scans which no archive has into a file of its own. One day that fails
 * does not hold up the others.
 * @throws the first failure
 */
async function archiveClosedDays({
  database,
  files,
  log,
  keepDays,
}: ArchiveDependencies & { keepDays: number | null }): Promise<void> {
  const now = (await trustedNow(database)).getTime()
  const daysAgo = (days: number) => dayOf(now - days * DAY_MS)
  const open = await findOpenDays(database.db, {
    closedBefore: dayOf(now - CLOSED_AFTER_MS),
    recentFrom: daysAgo(RECENT_DAYS),
    expiredBefore: keepDays === null ? '-infinity' : daysAgo(keepDays),
  })
  const failures: unknown[] = []
  for (const day of open)
    await archiveDay({ database, files, log }, day).catch((err) => {
      failures.push(err)
      log.error({ err, day }, 'a day of the scan log could not be archived; it is tried again later')
    })
  await removeOrphans(database, files)
  if (failures.length > 0) throw failures[0]
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export async function archiveDay({ database, files, log }: ArchiveDependencies, day: string): Promise<void> {
  const { db } = database
  const parts = await listArchives(db, ofDay(day))
  if (parts.length > 0 && (await withLongStatements(database, (tx) => isArchived(tx, day)))) {
    await recordComparison(db, day)
    return
  }
  let scans: AsyncIterable<ScanFacts> = loggedScans(database, day)
  // Of a day that has left the log, the log has only what came since.
  for (const part of parts.filter(({ hasLeft }) => !hasLeft))
    scans = withoutArchived(scans, flat(readArchive(files, part, null)))
  const archive = await writeArchive(files, day, scans)
  if (!archive) return
  if (!(await recordArchive(database, day, archive))) {
    await files.remove(archive.key)
    throw new Error(`the log of ${day} changed while it was archived`)
  }
  const { bytes, sums: _sums, key } = archive
  log.info({ day, key, bytes, part: parts.length + 1 }, 'a day of the scan log was archived')
}

async function* loggedScans(database: Database, day: string): AsyncGenerator<ScanFacts> {
  const span = spanOfDay(day)
  for (let after: string | null = null; ; ) {
    const from: string | null = after
    const codes: string[] = await withLongStatements(database, (tx) =>
      nextCodesWithScans(tx, span, from, CODES_AT_ONCE),
    )
    for await (const rows of scansOfCodes(database.db, codes, span))
      for (const { place: _place, ...scan } of rows) yield scan
    after = codes.at(-1) ?? null
    if (codes.length < CODES_AT_ONCE) return
  }
}

/** Files of attempts that were killed between their file and its row, or between a new row and the old file. */
export async function removeOrphans(database: Database, files: FileStore): Promise<void> {
  const now = await earliestNow(database, systemClock)
  for await (const { key, modifiedAt } of files.list(ARCHIVE_FOLDER)) {
    if (now.getTime() - modifiedAt.getTime() < ORPHAN_AFTER_MS) continue
    if (!(await knownKeys(database.db, [key])).has(key)) await files.remove(key)
  }
}

/** How many days of the log should have an archive and have none. */
export async function unarchivedDays(database: Database): Promise<number> {
  return countUnarchived(database.db, dayOf((await databaseNow(database)) - CLOSED_AFTER_MS))
}
