import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { Span } from '../analytics/scan-log-repository'
import { quartersBetween } from '../rollups'

/** The codes of one user, deleted ones too; everything where there is none. */
const ofAccount = (column: SQL, account: string | undefined): SQL =>
  account === undefined
    ? sql``
    : sql`and ${column} in (select code_id from scan_codes where user_id = ${account})`

/** In the order of their ids. */
export async function codesOf(db: Db, account: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select code_id as id from scan_codes where user_id = ${account} order by code_id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether a user has, or had, a dynamic code. */
export async function hasCodes(db: Db, account: string): Promise<boolean> {
  const [found] = await query(db, sql`select 1 as one from scan_codes where user_id = ${account} limit 1`)
  return found !== undefined
}

/** Codes whose scans are being erased with the accounts of their owners. */
export async function sealedCodes(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select code_id as id from scan_codes join scan_owners using (user_id) where sealed_at is not null`,
  )
  return rows.map(({ id }) => id)
}

export async function isSealed(db: Db, account: string): Promise<boolean> {
  const [found] = await query(
    db,
    sql`select 1 as one from scan_owners where user_id = ${account} and sealed_at is not null`,
  )
  return found !== undefined
}

/** Scans by people that the log has. */
export async function countPeople(db: Db, { from, to }: Span, account: string | undefined): Promise<number> {
  const [found] = await query<{ scans: string }>(
    db,
    sql`select count(*)::text as scans from scan_rows
        where at >= ${from} and at < ${to} and kind = 'person' ${ofAccount(sql`code_id`, account)}`,
  )
  return Number(found?.scans)
}

/** As many as charts show, of codes, without their owners. */
export async function countRolledUp(
  db: Db,
  { from, to }: Span,
  account: string | undefined,
): Promise<number> {
  const [found] = await query<{ scans: string }>(
    db,
    sql`select coalesce(sum(quarters.scans), 0)::text as scans
        from scan_quarter_rows as quarters join scan_counters on subject = code_id
        where ${quartersBetween(from, to)} ${ofAccount(sql`code_id`, account)}`,
  )
  return Number(found?.scans)
}

/** From the log, which has the month whole for this transaction, whatever was dropped from it. */
export async function recomputeMonth(tx: Db, month: string, account: string | undefined): Promise<void> {
  const [retention] = await query<{ wholeFrom: string | null }>(
    tx,
    sql`select whole_from::text as "wholeFrom" from scan_retention`,
  )
  const setWholeFrom = (day: string | null) =>
    tx.execute(sql`update scan_retention set whole_from = ${day}::date`)
  if (retention) await setWholeFrom(null)
  await tx.execute(sql`select scan_recompute_month(${`${month}-01`}::date, ${account ?? null}::text)`)
  if (retention) await setWholeFrom(retention.wholeFrom)
}

export async function recomputeCounters(tx: Db, account: string | undefined): Promise<void> {
  await tx.execute(sql`select scan_recompute_counters(${account ?? null}::text)`)
}

interface Change {
  before: number
  after: number
}

/** What is not the same of one code, or of one account as a whole. */
export interface Difference {
  /** The short name of the code, or the id of the user. */
  name: string
  isAccount: boolean
  /** Of the month. */
  scans: Change
  uniques: Change
  /** Also where their sums are the same. */
  hasOtherChart: boolean
  hasOtherBreakdowns: boolean
  counter: Change
}

export interface Differences {
  /** At most `MAX_DIFFERENCES`, accounts first. */
  some: Difference[]
  total: number
}

const MAX_DIFFERENCES = 1_000

interface Figures {
  account: string | undefined
  /** Null for counters alone. */
  span: Span | null
}

/** Keeps the figures as they are, for `findDifferences` in the same transaction. */
export async function keepFigures(tx: Db, of: Figures): Promise<void> {
  await tx.execute(sql`create temporary table recount_before (
    subject uuid, part text, at timestamptz, scans bigint, uniques bigint, detail text) on commit drop`)
  await tx.execute(sql`insert into recount_before ${figures(of)}`)
}

export async function findDifferences(tx: Db, of: Figures): Promise<Differences> {
  const sum = (column: 'scans' | 'uniques', part: 'chart' | 'counter', isAfter: boolean) =>
    sql.raw(`coalesce(sum(${column}) filter (where part = '${part}' and is_after = ${isAfter}), 0)::text`)
  const differs = (part: string) => {
    const all = (isAfter: boolean) =>
      `string_agg(concat_ws(' ', at, scans, uniques, detail), ';' order by at, detail)
        filter (where part = '${part}' and is_after = ${isAfter})`
    return sql.raw(`${all(false)} is distinct from ${all(true)}`)
  }
  const rows = await query<Record<string, unknown>>(
    tx,
    sql`select coalesce(code.dynamic_id, owner.user_id, changed.subject::text) as name,
          owner.user_id is not null as "isAccount", count(*) over ()::text as total, changed.*
        from (
          select subject, ${sum('scans', 'chart', false)} as "scansBefore", ${sum('scans', 'chart', true)} as "scansAfter",
            ${sum('uniques', 'chart', false)} as "uniquesBefore", ${sum('uniques', 'chart', true)} as "uniquesAfter",
            ${sum('scans', 'counter', false)} as "counterBefore", ${sum('scans', 'counter', true)} as "counterAfter",
            ${differs('chart')} as "hasOtherChart", ${differs('breakdown')} as "hasOtherBreakdowns"
          from (
            select *, false as is_after from recount_before union all select *, true from (${figures(of)}) as now
          ) as both_times
          group by subject
        ) as changed
        left join scan_codes as code on code_id = subject
        left join scan_owners as owner on owner.subject = changed.subject
        where "hasOtherChart" or "hasOtherBreakdowns" or "counterBefore" <> "counterAfter"
        order by "isAccount" desc, 1 limit ${MAX_DIFFERENCES}`,
  )
  const some = rows.map((row) => {
    const change = (name: string) => ({
      before: Number(row[`${name}Before`]),
      after: Number(row[`${name}After`]),
    })
    return {
      name: String(row['name']),
      isAccount: row['isAccount'] === true,
      scans: change('scans'),
      uniques: change('uniques'),
      hasOtherChart: row['hasOtherChart'] === true,
      hasOtherBreakdowns: row['hasOtherBreakdowns'] === true,
      counter: change('counter'),
    }
  })
  return { some, total: Number(rows[0]?.['total'] ?? 0) }
}

/** Each figure of a month and each counter, as far as it is of the account. */
function figures({ account, span }: Figures): SQL {
  const owners = account === undefined ? sql`` : sql`and user_id = ${account}`
  const counters = sql`
    select code_id as subject, 'counter' as part, null::timestamptz as at, scans, 0::bigint as uniques, '' as detail
    from scan_counters where true ${ofAccount(sql`code_id`, account)}
    union all
    select subject, 'counter', null, scans, 0, '' from scan_owners where true ${owners}`
  if (!span) return counters
  const isTheirs =
    account === undefined
      ? sql``
      : sql`and subject in (select code_id from scan_codes where user_id = ${account}
          union all select subject from scan_owners where user_id = ${account})`
  const within = sql`at >= ${span.from} and at < ${span.to} ${isTheirs}`
  return sql`${counters}
    union all
    select subject, 'chart', at, sum(scans), sum(uniques), '' from scan_quarter_rows
    where ${quartersBetween(span.from, span.to)} ${isTheirs} group by subject, at
    union all
    select subject, 'breakdown', at, 0, 0,
      minutes || ' ' || md5(string_agg(concat_ws(' ', key, one.scans, one.uniques), ';' order by key))
    from scan_breakdowns cross join unnest(keys, scans, uniques) as one (key, scans, uniques)
    where ${within}
    group by subject, minutes, at`
}
