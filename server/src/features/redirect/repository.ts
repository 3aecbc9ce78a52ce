import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import type { CodeReport } from './report'
import { codeReports } from './table'
import { type Domains, type Targets, targetOf } from './target'

/** This view and the next are all that this feature knows of other features' tables. */
export async function findTargets(db: Db, keys: readonly string[]): Promise<Targets> {
  const rows = await query<{
    key: string
    code_id: string
    target: string | null
    enabled: boolean
    google_analytics_id: string
    user_id: string
  }>(
    db,
    sql`select key, code_id, target, enabled, google_analytics_id, user_id
        from redirect_targets where key in ${[...keys]}`,
  )
  return new Map(
    rows.map(({ key, code_id, target, enabled, google_analytics_id, user_id }) => [
      key,
      targetOf({
        codeId: code_id,
        target,
        enabled,
        googleAnalyticsId: google_analytics_id,
        ownerId: user_id,
      }),
    ]),
  )
}

export async function findDomains(db: Db, hosts: readonly string[]): Promise<Domains> {
  const rows = await query<{ host: string; user_id: string }>(
    db,
    sql`select host, user_id from redirect_domains where host in ${[...hosts]}`,
  )
  return new Map(rows.map(({ host, user_id }) => [host, { ownerId: user_id }]))
}

/** A visitor's second report of a code on a day is dropped. */
export async function insertReport(db: Db, report: CodeReport): Promise<void> {
  await db
    .insert(codeReports)
    .values({ ...report, createdAt: new Date(report.at) })
    .onConflictDoNothing()
}
