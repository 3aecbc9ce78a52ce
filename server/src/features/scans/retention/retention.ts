import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'
import type { FileStore } from '../../../platform/files/file-store'
import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { trustedNow } from '../../../platform/trusted-clock'
import { dropArchivedPart } from '../archive/drop-archived'
import { hasOpenDays } from '../closing/closing-repository'
import { forgetTexts } from '../log/log-dictionaries'
import { hasRows, type LogPartition, partitionsOf } from '../log/log-repository'

const DAY_MS = 86_400_000
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
      return {
        partitions: (await findExpired(dependencies, await databaseNow(dependencies.database))).length,
      }
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
  if (keepDays === null) return
  for (const partition of await closedAmong(database, expired, log))
    if (await dropArchivedPart({ database, files, log }, partition))
      log.info({ partition: partition.name }, 'an expired part of the scan log was dropped')
  await forgetTexts(database)
}

/** What has expired by a time; never the newest part of the log that has scans. */
async function findExpired(
  { database, keepDays }: Pick<RetentionDependencies, 'database' | 'keepDays'>,
  now: number,
): Promise<LogPartition[]> {
  if (keepDays === null) return []
  const day = new Date(now - keepDays * DAY_MS).toISOString().slice(0, 10)
  const partitions = await partitionsOf(database.db)
  const newest = await newestFilled(database, partitions)
  return partitions.filter((partition) => partition.endsBefore <= day && partition !== newest)
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

async function newestFilled(
  { db }: Database,
  partitions: readonly LogPartition[],
): Promise<LogPartition | null> {
  for (const partition of partitions.toReversed()) if (await hasRows(db, partition)) return partition
  return null
}
