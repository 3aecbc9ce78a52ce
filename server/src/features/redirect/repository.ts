import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../../platform/db/database'
import type { DenyList } from '../../platform/deny-list'
import { queueMail } from '../../platform/mail'
import { useProof, useSignature } from '../../platform/proof-of-work'
import type { VisitorReport } from './reports/report-form'
import { type ReportedCodeState, thresholdOf } from './reports/report-threshold'
import { codeReports, reportedCodes } from './table'
import {
  type BlockReason,
  type Domains,
  type Paths,
  pathOfKey,
  type Targets,
  targetOf,
  targetRulesOf,
} from './targets/target'

/** Tells other programs of the owner that a code was reported. */
export type RecordReported = (tx: Db, ownerId: string, codeId: string) => Promise<void>

/** This view and those of the next three are all that this feature knows of other features' tables. */
export async function findTargets(
  db: Db,
  keys: readonly string[],
  denyList: DenyList,
  onUnreadableRules: (codeId: string) => void = () => {},
): Promise<Targets> {
  const rows = await query<{
    key: string
    code_id: string
    target: string | null
    enabled: boolean
    google_analytics_id: string
    user_id: string
    taken_down: boolean
    warned: boolean
    rules: string | null
  }>(
    db,
    sql`select key, code_id, target, enabled, google_analytics_id, user_id, taken_down, warned, rules::text
        from redirect_targets where key in ${[...keys]}`,
  )
  return new Map(
    rows.map((row) => [
      row.key,
      targetOf({
        codeId: row.code_id,
        target: row.target,
        blockReason: blockReasonOf(row, denyList),
        googleAnalyticsId: row.google_analytics_id,
        ownerId: row.user_id,
        rules: rulesOf(row, denyList, onUnreadableRules),
      }),
    ]),
  )
}

/** Rules that cannot be read are none: the code leads to its own target. */
function rulesOf(
  { code_id, rules, warned }: { code_id: string; rules: string | null; warned: boolean },
  denyList: DenyList,
  onUnreadable: (codeId: string) => void,
): string | null {
  if (rules === null) return null
  const isListed = (href: string) => denyList.hasTarget(href)
  const read = targetRulesOf(rules, { isListed, isReported: warned })
  if (read === undefined) onUnreadable(code_id)
  return read ?? null
}

function blockReasonOf(
  row: { taken_down: boolean; enabled: boolean; target: string | null; warned: boolean },
  denyList: DenyList,
): BlockReason | null {
  if (row.taken_down) return 'taken-down'
  if (!row.enabled) return 'paused'
  if (row.target !== null && denyList.hasTarget(row.target)) return 'listed'
  return row.warned ? 'reported' : null
}

export async function findDomains(db: Db, hosts: readonly string[]): Promise<Domains> {
  const rows = await query<{ host: string; user_id: string; has_paths: boolean }>(
    db,
    sql`select host, user_id, has_paths from redirect_domains where host in ${[...hosts]}`,
  )
  return new Map(rows.map((row) => [row.host, { ownerId: row.user_id, hasPaths: row.has_paths }]))
}

/** `anyCasePathKey`, as the index has it. */
const ANY_CASE_KEY = sql.raw(`(user_id || ' ' || host || ' ' || lower(path))`)

/** @param keys as `pathKey` and `anyCasePathKey` make them */
export async function findPaths(db: Db, keys: readonly string[]): Promise<Paths> {
  const asked = keys.map(pathOfKey)
  const exact = asked.filter(({ isAnyCase }) => !isAnyCase)
  const column = (name: 'ownerId' | 'host' | 'path') =>
    sql`${sql.param(exact.map((key) => key[name]))}::text[]`
  const anyCase = keys.filter((_, at) => asked[at]?.isAnyCase)
  // The key as one expression: its index is the only one that serves, whatever the database knows of the sizes.
  const rows = await query<{ key: string; target_key: string }>(
    db,
    sql`select user_id || ' ' || host || path as key, target_key from redirect_paths
        where (user_id, host, path) in (
          select * from unnest(${column('ownerId')}, ${column('host')}, ${column('path')})
        )
      union all
        select ${ANY_CASE_KEY}, min(target_key) from redirect_paths
        where ${ANY_CASE_KEY} = any(${sql.param(anyCase)}::text[])
        group by ${ANY_CASE_KEY} having count(distinct target_key) = 1`,
  )
  return new Map(rows.map((row) => [row.key, { targetKey: row.target_key }]))
}

/** @returns how many of the tickets of a rule were taken: an eighth of those that are left */
export async function takeTickets(db: Db, codeId: string, ruleId: number, first: number): Promise<number> {
  const [row] = await query<{ taken: number }>(
    db,
    sql`select take_rule_tickets(${codeId}::uuid, ${ruleId}::int, ${first}::int) as taken`,
  )
  return row?.taken ?? 0
}

export async function returnTickets(db: Db, codeId: string, ruleId: number, count: number): Promise<void> {
  await db.execute(sql`select return_rule_tickets(${codeId}::uuid, ${ruleId}::int, ${count}::int)`)
}

/**
 * Stores a report; a second one of a network for the same target and day is dropped, unless it is the first with a proof
 * of work, which alone makes the network count where one is required. A form makes one network count, whoever sends it. Enough networks of one day put a warning before
 * the code, or ask an operator to, unless the content was cleared (docs/decisions/reports.md).
 * @param least REPORTS_BEFORE_WARNING
 * @param recordReported for the first report since the operator's last decision
 */
export function insertReport(
  database: Database,
  { proof, form, ...report }: VisitorReport,
  least: number,
  recordReported: RecordReported,
): Promise<void> {
  return database.transaction(async (tx) => {
    const isProved = proof === null || (await useProof(tx, 'report', proof))
    const counted = isProved && (await useSignature(tx, `form ${form.signature}`, form.expiresAt))
    const [stored] = await tx
      .insert(codeReports)
      .values({ ...report, counted })
      .onConflictDoNothing()
      .returning({ id: codeReports.id })
    if (stored) {
      const summary = await holdSummary(tx, report.codeId, 1)
      if (summary?.open === 1) {
        await reportToOwner(tx, summary.userId, report.codeId, stored.id)
        await recordReported(tx, summary.userId, report.codeId)
      }
    } else {
      if (!counted || !(await countNetwork(tx, report))) return
      await holdSummary(tx, report.codeId, 0)
    }
    await weighReports(tx, report, least)
  })
}

/** Holds the row of a code until the end, so that of reports at once each counts those before it. */
async function holdSummary(tx: Db, codeId: string, more: 0 | 1) {
  const [summary] = await tx
    .insert(reportedCodes)
    .values({ codeId, open: 1, total: 1, lastAt: sql`now()` })
    .onConflictDoUpdate({
      target: reportedCodes.codeId,
      set: {
        open: sql`${reportedCodes.open} + ${more}::int`,
        total: sql`${reportedCodes.total} + ${more}::int`,
        lastAt: sql`greatest(${reportedCodes.lastAt}, excluded.last_at)`,
      },
    })
    .returning({ userId: reportedCodes.userId, open: reportedCodes.open })
  return summary
}

/** The report of a network without a proof counts from now on; false when there is none that is open. */
async function countNetwork(
  tx: Db,
  { codeId, visitor, target }: Pick<VisitorReport, 'codeId' | 'visitor' | 'target'>,
): Promise<boolean> {
  const counted = await tx
    .update(codeReports)
    .set({ counted: true })
    .where(
      and(
        eq(codeReports.codeId, codeId),
        eq(codeReports.visitor, visitor),
        eq(sql`md5(${codeReports.target})`, sql`md5(${target})`),
        eq(codeReports.counted, false),
        isNull(codeReports.closedBy),
      ),
    )
    .returning({ id: codeReports.id })
  return counted.length > 0
}

/** At the first report since the operator's last decision. */
function reportToOwner(tx: Db, userId: string, codeId: string, reportId: string): Promise<void> {
  const mail = { kind: 'code-reported', dedupeKey: `code-reported:${reportId}` } as const
  return queueMail(tx, { ...mail, userId, address: null, language: null, values: { codeId } })
}

type Weighed = {
  [Field in keyof ReportedCodeState]: ReportedCodeState[Field]
} & { networks: number; isCleared: boolean }

async function weighReports(
  tx: Db,
  { codeId, target }: Pick<VisitorReport, 'codeId' | 'target'>,
  least: number,
): Promise<void> {
  const [state] = await query<Weighed>(
    tx,
    sql`
      select
        visitors, owner_days as "ownerDays", target_days as "targetDays", least(scans, 2147483647)::int as scans,
        is_paying as "isPaying", has_upheld_report as "hasUpheldReport",
        exists (
          select from cleared_targets cleared
          where cleared.code_id = ${codeId} and cleared.target = ${target}
            and cleared.version = facts.content_version
        ) as "isCleared",
        (
          select count(*)::int from code_reports
          where code_id = ${codeId} and target = ${target} and closed_by is null and counted
            and created_at >= date_trunc('day', now(), 'UTC')
        ) as networks
      from code_report_facts facts where code_id = ${codeId}`,
  )
  if (!state) return
  const { networks, visitors, isCleared } = state
  const { toAsk, toWarn } = thresholdOf(state, least)
  const warns = !isCleared && networks >= toWarn
  const asks = !isCleared && !warns && networks >= toAsk
  await tx.execute(sql`
    update reported_codes set
      networks = greatest(networks, ${networks}::int), visitors = ${visitors}::int, needed = ${toWarn}::int,
      warned_at = case when ${warns}::boolean then coalesce(warned_at, now()) else warned_at end,
      waiting_since = case
        when warned_at is not null or ${warns}::boolean then null
        when ${asks}::boolean then coalesce(waiting_since, now())
        else waiting_since
      end
    where code_id = ${codeId}`)
}
