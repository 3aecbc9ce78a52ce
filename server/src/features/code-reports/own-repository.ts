import type { ReportReason } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'

/** How many of a code's newest reports are read, so that no flood of them makes the details slow. */
const MAX_READ = 1000

/** Reports that nobody has decided on, by reason and target, the latest first. */
export async function listOpenReports(db: Db, codeId: string): Promise<OpenReports[]> {
  const rows = await query<{
    reason: ReportReason
    target: string
    count: number
    first: string
    last: string
  }>(
    db,
    sql`select reason, target, count(*)::int as count, min(created_at) as first, max(created_at) as last
      from (
        select * from code_reports where code_id = ${codeId} and closed_by is null
        order by created_at desc, id limit ${MAX_READ}
      ) as newest
      group by reason, target order by last desc, reason limit 20`,
  )
  return rows.map(({ first, last, ...row }) => ({ ...row, firstAt: new Date(first), lastAt: new Date(last) }))
}

export interface OpenReports {
  reason: ReportReason
  target: string
  count: number
  firstAt: Date
  lastAt: Date
}

/** An owner's codes with open reports or a warning, the latest first; those that are taken down say so themselves. */
export async function listOwnReported(db: Db, userId: string, limit: number): Promise<OwnReportedRow[]> {
  return query<OwnReportedRow>(
    db,
    sql`select code.id as "codeId", code.dynamic_id as "dynamicId", code.name,
        reported.open, reported.warned_at is not null as "isWarned"
      from reported_codes reported join user_codes code on code.id = reported.code_id
      where reported.user_id = ${userId} and (reported.open > 0 or reported.warned_at is not null)
        and code.deleted_at is null
        and not exists (
          select from code_takedowns where key = lower(code.dynamic_id) and lifted_at is null
        )
      order by reported.last_at desc, code.id limit ${limit}`,
  )
}

/** Moderation state of an owner's code; null when it is not the owner's. */
export async function findOwnReported(db: Db, userId: string, codeId: string) {
  const [found] = await query<{ open: number; isWarned: boolean; isWaiting: boolean }>(
    db,
    sql`select coalesce(open, 0) as open, warned_at is not null as "isWarned",
        waiting_since is not null as "isWaiting"
      from user_codes code left join reported_codes reported on reported.code_id = code.id
      where code.id = ${codeId} and code.user_id = ${userId} and code.deleted_at is null`,
  )
  return found ?? null
}

export type OwnReportedRow = {
  codeId: string
  dynamicId: string
  name: string
  open: number
  isWarned: boolean
}
