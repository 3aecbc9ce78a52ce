import { dynamicIdKey, type ListCodeReports, type Paging, type ReportReason } from '@scanleaf/shared'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { clearedTargets, codeReports, reportedCodes } from '../redirect'
import { codeTakedowns, userCodeTable } from '../user-codes'
import { codeReportActions } from './table'

const offsetOf = ({ page, limit }: Paging) => (page - 1) * limit

/** Ids of the codes in a page of the list: open ones by urgency, decided ones the latest first. */
export async function listReportedIds(db: Db, { status, ...paging }: Omit<ListCodeReports, 'code'>) {
  const isListed = status === 'open' ? gt(reportedCodes.open, 0) : eq(reportedCodes.open, 0)
  const rows = await db
    .select({ codeId: reportedCodes.codeId })
    .from(reportedCodes)
    .where(isListed)
    .orderBy(
      ...(status === 'open'
        ? [sql`(${reportedCodes.waitingSince} is null)`, desc(reportedCodes.networks)]
        : []),
      desc(reportedCodes.lastAt),
      reportedCodes.codeId,
    )
    .offset(offsetOf(paging))
    .limit(paging.limit)
  return { ids: rows.map(({ codeId }) => codeId), total: await db.$count(reportedCodes, isListed) }
}

/** Rows of the index `reported_codes_urgent`. */
export const PENDING_REPORTS = sql`select from reported_codes where open > 0`

/** The code with a printed id; one that was deleted comes after one that lives. */
export async function findCodeIdByKey(db: Db, key: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    db,
    sql`select id from user_codes where lower(dynamic_id) = ${key} and deleted_at is null and purged_at is null
      union all
      (select code_id from code_takedowns where key = ${key} and lifted_at is null)
      limit 1`,
  )
  return row?.id ?? null
}

const whole = {
  code: userCodeTable,
  summary: reportedCodes,
  takedown: codeTakedowns,
  scans:
    sql<number>`coalesce((select scans from scan_counters where code_id = ${userCodeTable.id}), 0)`.mapWith(
      Number,
    ),
  linkHost: sql<
    string | null
  >`(select host from redirect_domains where redirect_domains.user_id = ${userCodeTable.userId})`,
  version: sql<
    string | null
  >`(select content_version from code_report_facts where code_id = ${userCodeTable.id})`,
}

/** Codes with their reports, in the order of the ids. */
export async function findReportedCodes(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  const found = await db
    .select(whole)
    .from(userCodeTable)
    .leftJoin(reportedCodes, eq(reportedCodes.codeId, userCodeTable.id))
    .leftJoin(
      codeTakedowns,
      and(eq(codeTakedowns.key, sql`lower(${userCodeTable.dynamicId})`), isNull(codeTakedowns.liftedAt)),
    )
    .where(and(inArray(userCodeTable.id, [...ids]), sql`${userCodeTable.dynamicId} is not null`))
  const digests = await findDigests(db, ids)
  const byId = new Map(
    found.map((row) => [row.code.id, { ...row, digest: digests.get(row.code.id) ?? null }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type ReportedCodeRow = Awaited<ReturnType<typeof findReportedCodes>>[number]

/** Aggregates of the reports of a code. */
interface Digest {
  reasons: Record<string, number>
  firstAt: Date
  lastAt: Date
  note: string
  target: string
}

/** How many of a code's newest reports are read, so that no flood of them makes the list slow. */
const MAX_DIGESTED = 1000

async function findDigests(db: Db, ids: readonly string[]): Promise<Map<string, Digest>> {
  const rows = await query<{
    code_id: string
    reasons: Record<string, number>
    first_at: string
    last_at: string
    note: string | null
    target: string
  }>(
    db,
    sql`
      select asked.code_id, digest.*
      from unnest(${sql.param([...ids])}::uuid[]) as asked (code_id)
      cross join lateral (
        select
          jsonb_build_object(
            'phishing', count(*) filter (where reason = 'phishing'),
            'malware', count(*) filter (where reason = 'malware'),
            'illegal', count(*) filter (where reason = 'illegal'),
            'other', count(*) filter (where reason = 'other')
          ) as reasons,
          min(created_at) as first_at, max(created_at) as last_at,
          (array_agg(note order by created_at desc) filter (where note <> ''))[1] as note,
          (array_agg(target order by created_at desc))[1] as target,
          count(*) as reports
        from (
          select * from code_reports where code_id = asked.code_id
          order by created_at desc, id limit ${MAX_DIGESTED}
        ) as newest
      ) as digest
      where reports > 0`,
  )
  return new Map(
    rows.map(({ code_id, reasons, first_at, last_at, note, target }) => [
      code_id,
      { reasons, firstAt: new Date(first_at), lastAt: new Date(last_at), note: note ?? '', target },
    ]),
  )
}

/** The newest first. */
export async function listReportsOf(db: Db, codeId: string, paging: Paging) {
  const isListed = eq(codeReports.codeId, codeId)
  const rows = await db
    .select()
    .from(codeReports)
    .where(isListed)
    .orderBy(desc(codeReports.createdAt), codeReports.id)
    .offset(offsetOf(paging))
    .limit(paging.limit)
  return { rows, total: await db.$count(codeReports, isListed) }
}

/** The latest first. */
export function listActionsOf(db: Db, codeId: string) {
  return db
    .select()
    .from(codeReportActions)
    .where(eq(codeReportActions.codeId, codeId))
    .orderBy(desc(codeReportActions.id))
    .limit(50)
}

/**
 * The row of a code in the operators' list, inserted if missing: a decision locks it, so that two are not made at the
 * same time.
 */
export async function lockReportedCode(tx: Db, codeId: string, now: Date) {
  const [row] = await tx
    .insert(reportedCodes)
    .values({ codeId, open: 0, total: 0, lastAt: now })
    .onConflictDoUpdate({ target: reportedCodes.codeId, set: { codeId } })
    .returning()
  if (!row) throw new Error('upsert returned no row')
  return row
}

export async function updateReportedCode(
  tx: Db,
  codeId: string,
  change: Partial<typeof reportedCodes.$inferInsert>,
): Promise<void> {
  await tx.update(reportedCodes).set(change).where(eq(reportedCodes.codeId, codeId))
}

export async function insertAction(tx: Db, action: typeof codeReportActions.$inferInsert): Promise<number> {
  const [row] = await tx.insert(codeReportActions).values(action).returning({ id: codeReportActions.id })
  if (!row) throw new Error('insert returned no row')
  return row.id
}

/** Closes the open reports of a code by an action. */
export async function closeReports(tx: Db, codeId: string, actionId: number): Promise<void> {
  await tx
    .update(codeReports)
    .set({ closedBy: actionId })
    .where(and(eq(codeReports.codeId, codeId), isNull(codeReports.closedBy)))
}

/** The latest action on a code; null for none. */
export async function findLastAction(tx: Db, codeId: string) {
  const [row] = await tx
    .select()
    .from(codeReportActions)
    .where(eq(codeReportActions.codeId, codeId))
    .orderBy(desc(codeReportActions.id))
    .limit(1)
  return row ?? null
}

/** Reopens reports that an action had closed; returns how many. */
export async function reopenReports(tx: Db, codeId: string, actionId: number): Promise<number> {
  const rows = await tx
    .update(codeReports)
    .set({ closedBy: null })
    .where(and(eq(codeReports.codeId, codeId), eq(codeReports.closedBy, actionId)))
    .returning({ id: codeReports.id })
  return rows.length
}

/** @param version of the content, as in `findReportedCodes` */
export async function clearTarget(
  tx: Db,
  codeId: string,
  target: string,
  version: string | null,
): Promise<void> {
  await tx.delete(clearedTargets).where(isClearedTarget(codeId, target))
  await tx.insert(clearedTargets).values({ codeId, target, version })
}

const isClearedTarget = (codeId: string, target: string) =>
  and(eq(clearedTargets.codeId, codeId), eq(clearedTargets.target, target))

export async function unclearTarget(tx: Db, codeId: string, target: string): Promise<void> {
  await tx.delete(clearedTargets).where(isClearedTarget(codeId, target))
}

/** False when the printed id is held already. */
export async function insertTakedown(tx: Db, takedown: typeof codeTakedowns.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(codeTakedowns)
    .values(takedown)
    .onConflictDoNothing()
    .returning({ id: codeTakedowns.id })
  return rows.length === 1
}

/** False when the printed id is not held. */
export async function liftTakedown(tx: Db, key: string, by: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(codeTakedowns)
    .set({ liftedAt: at, liftedBy: by })
    .where(and(eq(codeTakedowns.key, key), isNull(codeTakedowns.liftedAt)))
    .returning({ id: codeTakedowns.id })
  return rows.length === 1
}

type FreeCode = { id: string; dynamicId: string; name: string }

/** Some of an owner's living codes that nobody holds. */
export async function findFreeCodes(tx: Db, userId: string, limit: number): Promise<FreeCode[]> {
  return query<FreeCode>(
    tx,
    sql`select id, dynamic_id as "dynamicId", name from user_codes
      where user_id = ${userId} and product_id = 'dynamic-code' and deleted_at is null
        and not exists (
          select from code_takedowns where key = lower(user_codes.dynamic_id) and lifted_at is null
        )
      order by ordinal limit ${limit}`,
  )
}

/** Takes codes down that are not taken down yet, with all dependent rows; returns those. */
export async function takeDownAll(
  tx: Db,
  codes: readonly FreeCode[],
  takedown: { userId: string; reason: ReportReason; note: string; byId: string; by: string; at: Date },
): Promise<FreeCode[]> {
  if (codes.length === 0) return []
  const { userId, reason, note, byId, by, at } = takedown
  const held = await tx
    .insert(codeTakedowns)
    .values(
      codes.map(({ id: codeId, dynamicId }) => ({
        ...{ key: dynamicIdKey(dynamicId), codeId, userId, reason, note, by, at },
      })),
    )
    .onConflictDoNothing()
    .returning({ codeId: codeTakedowns.codeId })
  if (held.length === 0) return []
  await tx
    .insert(reportedCodes)
    .values(held.map(({ codeId }) => ({ codeId, open: 0, total: 0, lastAt: at })))
    .onConflictDoUpdate({ target: reportedCodes.codeId, set: { open: 0, lastAt: at } })
  const actions = await tx
    .insert(codeReportActions)
    .values(held.map(({ codeId }) => ({ codeId, at, byId, by, action: 'takedown' as const, reason, note })))
    .returning({ id: codeReportActions.id, codeId: codeReportActions.codeId })
  const [ids, codeIds] = [actions.map(({ id }) => id), actions.map(({ codeId }) => codeId)]
  await tx.execute(sql`
    update code_reports set closed_by = act.id
    from unnest(${sql.param(ids)}::bigint[], ${sql.param(codeIds)}::uuid[]) as act (id, code_id)
    where code_reports.code_id = act.code_id and closed_by is null`)
  const isHeld = new Set(held.map(({ codeId }) => codeId))
  return codes.filter(({ id }) => isHeld.has(id))
}

/** An operator who is deleted is no longer named beside what they decided; the id stays. */
export async function eraseOperatorOfReports(db: Db, userId: string, email: string): Promise<void> {
  await db.update(codeReportActions).set({ by: userId }).where(eq(codeReportActions.byId, userId))
  await db.update(reportedCodes).set({ warnedBy: userId }).where(eq(reportedCodes.warnedBy, email))
}
