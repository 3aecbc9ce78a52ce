import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { databaseNow } from '../../../platform/db/database-now'
import type { FileStore } from '../../../platform/files/file-store'
import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { dropArchivedPart } from '../archive/drop-archived'
import { hasOpenDays } from '../closing/closing-repository'
import { forgetTexts } from '../log/log-dictionaries'
import { dropPartition, hasRows, type LogPartition, partitionsOf } from '../log/log-repository'
import { type ClockRecord, readClockRecord, writeClockRecord } from './retention-repository'

const DAY_MS = 86_400_000
/** Journals that lay about longer than this may count a visitor of their day twice. */
const VISITORS_KEPT_DAYS = 35
/** Clocks that are kept by NTP are never this far apart. */
const CLOCKS_APART_MS = 60_000
/** A clock that leaps further than this between two runs is wrong, or was; or the server was off for that long. */
const LEAP_MS = 7 * DAY_MS
/** Then it is believed again after it has run for as long. */
const STEADY_MS = 7 * DAY_MS

interface RetentionDependencies {
  database: Database
  clock: Clock
  log: Log
  /** Days that the log is kept; null forever. */
  keepDays: number | null
  /** Where months are archived before they are dropped; null where they are not. */
  archive: FileStore | null
}

export const retentionJobs = (dependencies: RetentionDependencies): RepeatedJob[] => [
  { name: 'scan-retention', everySeconds: 3600, run: () => dropExpired(dependencies) },
]

/**
 * Drops the partitions of the log whose last day has expired by the clock of the database: days, and months of what
 * versions before wrote; with an archive, once it has all of them. Nothing is dropped by a clock that differs from this
 * process's or has just leapt, and never the newest partition that has scans, nor one whose breakdowns are not made yet.
 * Texts that only dropped scans had are forgotten.
 * @throws when the clocks differ
 */
async function dropExpired(dependencies: RetentionDependencies): Promise<void> {
  const { database, clock, log, keepDays, archive: files } = dependencies
  const now = await databaseNow(database)
  const apartMs = now - clock.now().getTime()
  if (Math.abs(apartMs) > CLOCKS_APART_MS)
    throw new Error(
      `no scans are dropped: the clocks of the database and of this server differ by ${Math.round(apartMs / 1000)} seconds`,
    )
  if (!(await isSteady(database, now, log))) return
  const daysAgo = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10)
  const dropAll = async (
    expired: readonly LogPartition[],
    drop: (partition: LogPartition) => Promise<boolean>,
  ) => {
    for (const partition of expired)
      if (await drop(partition))
        log.info({ partition: partition.name }, 'an expired part of the scan log was dropped')
  }
  const visitors = await partitionsOf(database.db, 'scan_visitors')
  await dropAll(expiredOf(visitors, daysAgo(VISITORS_KEPT_DAYS)), (month) =>
    dropPartition(database, month, false),
  )
  if (keepDays === null) return
  const partitions = await logPartitionsOf(database)
  const newest = await newestFilled(database, partitions)
  const expired = expiredOf(partitions, daysAgo(keepDays)).filter((partition) => partition !== newest)
  await dropAll(await closedAmong(database, expired, log), (partition) =>
    dropArchivedPart({ database, files, log }, partition),
  )
  await forgetTexts(database)
}

/** Whether the database's clock has run without a leap for long enough. */
async function isSteady({ db }: Database, now: number, log: Log): Promise<boolean> {
  const record = await readClockRecord(db)
  const seenAt = new Date(now)
  const leaptMs = record ? now - record.seenAt.getTime() : 0
  const isLeap = Math.abs(leaptMs) > LEAP_MS
  if (isLeap)
    log.warn(
      { days: Math.round(leaptMs / DAY_MS), waitDays: STEADY_MS / DAY_MS },
      'the clock leapt, or the server was off: no scans are dropped until the clock has run steadily again',
    )
  const next: ClockRecord = { seenAt, steadySince: record && !isLeap ? record.steadySince : seenAt }
  await writeClockRecord(db, next)
  return now - next.steadySince.getTime() >= STEADY_MS
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

/** In the order of their ends. */
async function logPartitionsOf({ db }: Database): Promise<LogPartition[]> {
  const all = [...(await partitionsOf(db, 'scans')), ...(await partitionsOf(db, 'scan_log'))]
  return all.toSorted((a, b) => (a.endsBefore < b.endsBefore ? -1 : 1))
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
