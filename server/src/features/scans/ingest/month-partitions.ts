import type { Database } from '../../../platform/db/database'
import { dropMonthsBefore, ensureMonths } from '../repository'

const DAY_MS = 86_400_000
/** Journals that lay about longer than this may count a visitor of their day twice. */
const VISITORS_KEPT_DAYS = 35

/**
 * Creates the partitions of this month and the next, and drops those whose last day has expired: a log is kept in
 * whole months.
 */
export async function maintainMonthPartitions(
  database: Database,
  now: Date,
  keepDays: number | null,
): Promise<void> {
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  await database.transaction((tx) => ensureMonths(tx, [dayOf(now), dayOf(next)]))
  const daysAgo = (days: number) => dayOf(new Date(now.getTime() - days * DAY_MS))
  await database.transaction(async (tx) => {
    await dropMonthsBefore(tx, 'scan_visitors', daysAgo(VISITORS_KEPT_DAYS))
    if (keepDays !== null) await dropMonthsBefore(tx, 'scans', daysAgo(keepDays))
  })
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
