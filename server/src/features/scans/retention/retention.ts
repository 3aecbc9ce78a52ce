import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'
import type { FileStore } from '../../../platform/files/file-store'
import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { trustedNow } from '../../../platform/trusted-clock'
import { dropArchivedPart } from '../archive/drop-archived'
import { hasOpenDays } from '../closing/closing-repository'
import { forgetTexts } from '../log/log-dictionaries'
import { dropPartition, hasRows, type LogPartition, partitionsOf } from '../log/log-repository'

const DAY_MS = 86_400_000
/** Journals that lay about longer than this may count a visitor of their day twice. */
const VISITORS_KEPT_DAYS = 35
interface RetentionDependencies {
  database: Database
  log: Log
  /** Days that the log is kept; null forever. */
  keepDays: number | null
  /** Where months are archived before they are dropped; null where they are not. */
  archive: FileStore | null
}

export const retentionJobs = (dependencies: RetentionDependencies): RepeatedJob[] => [
  {
    name: 'scan-retention',
    everySeconds: 3600,
    run: () => dropExpired(dependencies),
    async irreversible() {
      const { visitors, log } = await findExpired(dependencies, await databaseNow(dependencies.database))
      return { partitions: visitors.length + log.length }
    },
  },
]

/**
 * Drops the days of the log that have expired; with an archive, once it has all of them. Never one whose breakdowns are not
 * made yet. Texts that only dropped scans had are forgotten.
 */
async function dropExpired(dependencies: RetentionDependencies): Promise<void> {
  const { database, log, keepDays, archive: files } = dependencies
  const expired = await findExpired(dependencies, (await trustedNow(database)).getTime())
  const dropAll = async (
    partitions: readonly LogPartition[],
    drop: (partition: LogPartition) => Promise<boolean>,
  ) => {
    for (const partition of partitions)
      if (await drop(partition))
        log.info({ partition: partition.name }, 'an expired part of the scan log was dropped')
  }
  await dropAll(expired.visitors, (month) => dropPartition(database, month, false))
  if (keepDays === null) return
  await dropAll(await closedAmong(database, expired.log, log), (partition) =>
    dropArchivedPart({ database, files, log }, partition),
  )
  await forgetTexts(database)
}

/** What has expired by a time; never the newest part of the log that has scans. */
async function findExpired(
  { database, keepDays }: Pick<RetentionDependencies, 'database' | 'keepDays'>,
  now: number,
): Promise<{ visitors: LogPartition[]; log: LogPartition[] }> {
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10)
  const visitors = expiredOf(await partitionsOf(database.db, 'scan_visitors'), daysAgo(VISITORS_KEPT_DAYS))
  if (keepDays === null) return { visitors, log: [] }
  const partitions = await partitionsOf(database.db, 'scan_log')
  const newest = await newestFilled(database, partitions)
  const log = expiredOf(partitions, daysAgo(keepDays)).filter((partition) => partition !== newest)
  return { visitors, log }
}

/** Those whose breakdowns are made. */
async function closedAmong(
  { db }: Database,
  partitions: readonly LogPartition[],
  log: Log,
): Promise<LogPartition[]> {
  const closed: LogPartition[] = []
  for (const partition of partitions)
    if (await hasOpenDays(db, partition))
      log.warn(
        { partition: partition.name },
        'an expired part of the scan log is kept until its days are closed',
      )
    else closed.push(partition)
  return closed
}

const expiredOf = (partitions: readonly LogPartition[], day: string): LogPartition[] =>
  partitions.filter(({ endsBefore }) => endsBefore <= day)

async function newestFilled(
  { db }: Database,
  partitions: readonly LogPartition[],
): Promise<LogPartition | null> {
  for (const partition of partitions.toReversed()) if (await hasRows(db, partition)) return partition
  return null
}
