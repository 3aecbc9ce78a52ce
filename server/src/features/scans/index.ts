import { join } from 'node:path'
import { type Clock, systemClock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { PROCESS_KEY } from '../../platform/journal/segment-name'
import type { Log } from '../../platform/logging'
import { JournalImporter } from './ingest/journal-importer'
import { SegmentFolder } from './ingest/journal-segments'

export { scansOfUser } from './analytics/owner-analytics'
export { type ScanWeek, weekOfOwner } from './analytics/week-repository'
export { closingJobs } from './closing/closing'
export { findCounterFaults } from './counter-integrity-repository'
export { eraseScans, sealOwner } from './erasure-repository'
export { exportScans } from './export-scans'
export { scanStore } from './ingest/store-batch'
export { logMoveJobs } from './log/log-move'
export { openCounter, openCounters } from './repository'
export { retentionJobs } from './retention/retention'
export { scanRoutes } from './routes'
export { scanCounters } from './table'

/**
 * Imports what the redirect processes of this machine have journalled into the log and the counters, until closed.
 * `drain` resolves when every scan redirected before the call is counted. `busyShare` returns the share of its time, 0
 * to 1, that the redirect of this process worked since the previous call.
 */
export async function startJournalImporter({
  config,
  database,
  log,
  clock = systemClock,
  busyShare = () => 0,
}: {
  config: Config
  database: Database
  log: Log
  clock?: Clock
  busyShare?: () => number
}): Promise<{ drain(): Promise<void>; close(): Promise<void> }> {
  const folder = new SegmentFolder(join(config.dataDir, 'journal'), PROCESS_KEY)
  await folder.create()
  const importer = new JournalImporter(folder, database, log, {
    clock,
    busyShare,
  })
  importer.start()
  return { drain: () => importer.drain(), close: () => importer.close() }
}
