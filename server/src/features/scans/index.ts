import { join } from 'node:path'
import { type Clock, systemClock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { PROCESS_KEY } from '../../platform/journal/segment-name'
import type { Log } from '../../platform/logging'
import type { ScanStream } from '../../platform/stream'
import { Fold } from './fold/fold'
import { JournalImporter } from './ingest/journal-importer'
import { JournalLoop, type SegmentSink } from './ingest/journal-loop'
import { SegmentFolder } from './ingest/journal-segments'

export { feedOfScans } from './analytics/feed-of-scans'
export { scansOfUser } from './analytics/owner-analytics'
export { namesOfCodes } from './analytics/repository'
export { type ScanWeek, weekOfOwner } from './analytics/week-repository'
export { archiveJob, unarchivedDays } from './archive/archive-job'
export { type ArchiveFindingKind, findArchiveFaults, listArchiveFiles } from './archive/find-archive-faults'
export { RecountRefused, recountCounters, recountMonth } from './archive/recount'
export { type Differences, hasCodes } from './archive/recount-repository'
export { closingJobs } from './closing/closing'
export { lockClosing } from './closing/closing-repository'
export { findCounterFaults } from './counter-integrity-repository'
export { eraseScans, sealOwner } from './erasure-repository'
export { exportScans } from './export-scans'
export { readWaiting } from './fold/fold-repository'
export { scanStore } from './ingest/store-batch'
export { openCounters } from './repository'
export { retentionJobs } from './retention/retention'
export { scanRoutes } from './routes'
export { scanCounters } from './table'

interface JournalOptions {
  config: Config
  database: Database
  log: Log
  clock?: Clock
  busyShare?: () => number
}

interface RunningJournal {
  drain(): Promise<void>
  close(): Promise<void>
}

/**
 * Imports what the redirect processes of this machine have journalled, and counts what was imported, until closed.
 * `drain` resolves when every scan redirected before the call is counted. `busyShare` returns the share of its time, 0
 * to 1, that the redirect of this process worked since the previous call.
 */
export async function startJournalImporter(options: JournalOptions): Promise<RunningJournal> {
  const journal = await startJournal(
    options,
    (folder, { database, log, clock = systemClock }) => new JournalImporter(folder, database, log, clock),
  )
  const fold = startFold(options)
  return {
    async drain() {
      await journal.drain()
      await fold.finish()
    },
    async close() {
      await journal.close()
      await fold.close()
    },
  }
}

function startFold({
  database,
  log,
  busyShare = () => 0,
}: Pick<JournalOptions, 'database' | 'log' | 'busyShare'>): Fold {
  const fold = new Fold(database)
  fold.start(log, busyShare)
  return fold
}

/** Counts all that was imported before the call. */
export const countImported = (database: Database): Promise<void> => new Fold(database).finish()

/** Publishes them to a stream instead; `drain` resolves when it has them. */
export async function startJournalPublisher({
  stream,
  ...options
}: Omit<JournalOptions, 'busyShare'> & { stream: ScanStream }): Promise<RunningJournal> {
  const { JournalPublisher } = await import('./stream/journal-publisher')
  return startJournal(
    options,
    (folder, { database, log, clock = systemClock }) =>
      new JournalPublisher(folder, stream, database, log, clock),
  )
}

async function startJournal(
  options: JournalOptions,
  openSink: (folder: SegmentFolder, options: JournalOptions) => SegmentSink,
): Promise<RunningJournal> {
  const { config, log, busyShare = () => 0 } = options
  const folder = new SegmentFolder(join(config.dataDir, 'journal'), PROCESS_KEY)
  await folder.create()
  const loop = new JournalLoop(folder, openSink(folder, options), log, busyShare)
  loop.start()
  return { drain: () => loop.drain(), close: () => loop.close() }
}

/** As `startJournalImporter`, of what redirect processes of any machine have published; rests where one is in this process. */
export async function startStreamImporter({
  stream,
  database,
  log,
  busyShare,
}: Pick<JournalOptions, 'database' | 'log' | 'busyShare'> & { stream: ScanStream }): Promise<{
  close(): Promise<void>
}> {
  const { StreamImporter } = await import('./stream/stream-importer')
  const importer = new StreamImporter(stream, database, log, busyShare ?? null)
  importer.start()
  const fold = startFold({ database, log, ...(busyShare && { busyShare }) })
  return {
    async close() {
      await importer.close()
      await fold.close()
    },
  }
}
