import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import type { DenyList } from '../../platform/deny-list'
import type { CodeReport } from './report'
import { codeReports, reportedCodes } from './table'
import { type Domains, type Hold, type Targets, targetOf } from './target'

/** This view and the next are all that this feature knows of other features' tables. */
export async function findTargets(db: Db, keys: readonly string[], denyList: DenyList): Promise<Targets> {
  const rows = await query<{
    key: string
    code_id: string
    target: string | null
    enabled: boolean
    google_analytics_id: string
    user_id: string
    taken_down: boolean
    warned: boolean
  }>(
    db,
    sql`select key, code_id, target, enabled, google_analytics_id, user_id, taken_down, warned
        from redirect_targets where key in ${[...keys]}`,
  )
  return new Map(
    rows.map((row) => [
      row.key,
      targetOf({
        codeId: row.code_id,
        target: row.target,
        hold: holdOf(row, denyList),
        googleAnalyticsId: row.google_analytics_id,
        ownerId: row.user_id,
      }),
    ]),
  )
}

function holdOf(
  row: { taken_down: boolean; enabled: boolean; target: string | null; warned: boolean },
  denyList: DenyList,
): Hold | null {
  if (row.taken_down) return 'taken-down'
  if (!row.enabled) return 'paused'
  if (row.target !== null && denyList.hasTarget(row.target)) return 'listed'
  return row.warned ? 'reported' : null
}

export async function findDomains(db: Db, hosts: readonly string[]): Promise<Domains> {
  const rows = await query<{ host: string; user_id: string }>(
    db,
    sql`select host, user_id from redirect_domains where host in ${[...hosts]}`,
  )
  return new Map(rows.map(({ host, user_id }) => [host, { ownerId: user_id }]))
}

const DAY_MS = 86_400_000
/** A code that led to its target for so long, and was scanned so often, is not judged by visitors alone. */
const ESTABLISHED_AFTER_MS = 30 * DAY_MS
const ESTABLISHED_SCANS = 1000

/**
 * Keeps a report; a visitor's second of a code on a day is dropped. As many visitors of one day as `warnAfter` make
 * the code warn, unless an operator has cleared its target or it is established (docs/decisions/reported-codes.md).
 */
export function insertReport(database: Database, report: CodeReport, warnAfter: number): Promise<void> {
  const { codeId, target } = report
  const at = new Date(report.at)
  // Visitors have other names on another day.
  const today = new Date(Math.floor(report.at / DAY_MS) * DAY_MS)
  const steadySince = new Date(report.at - ESTABLISHED_AFTER_MS)
  return database.transaction(async (tx) => {
    const stored = await tx
      .insert(codeReports)
      .values({ ...report, createdAt: at })
      .onConflictDoNothing()
      .returning({ id: codeReports.id })
    if (stored.length === 0) return
    await tx
      .insert(reportedCodes)
      .values({ codeId, open: 1, total: 1, lastAt: at })
      .onConflictDoUpdate({
        target: reportedCodes.codeId,
        set: {
          open: sql`${reportedCodes.open} + 1`,
          total: sql`${reportedCodes.total} + 1`,
          lastAt: sql`greatest(${reportedCodes.lastAt}, excluded.last_at)`,
        },
      })
    await tx.execute(sql`
      update reported_codes set warned_at = ${at.toISOString()}::timestamptz
      where code_id = ${codeId} and warned_at is null
        and (
          select count(*) from code_reports
          where code_id = ${codeId} and target = ${target} and closed_by is null
            and created_at >= ${today.toISOString()}::timestamptz
        ) >= ${warnAfter}
        and not exists (select from cleared_targets where code_id = ${codeId} and target = ${target})
        and not exists (
          select from redirect_targets
          where code_id = ${codeId} and scans >= ${ESTABLISHED_SCANS}
            and target_since <= ${steadySince.toISOString()}::timestamptz
        )`)
  })
}
