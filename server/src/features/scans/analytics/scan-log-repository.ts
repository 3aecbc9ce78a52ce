import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { VisitorKind } from '../../../platform/http/visitor-kind'
import { hasRows, type LogPartition, partitionsOf } from '../log/log-repository'
import { isIn, type OpenSpan, spanPartsOf } from '../log/log-spans'
import { FLAGS, KINDS, OUTCOME_SHIFT } from '../table'

/** A row of the log as people read it. */
export interface LogRow {
  codeId: string
  at: Date
  /** Its time in full, behind which further rows are read. */
  place: string
  kind: VisitorKind
  isUnique: boolean
  isRepeat: boolean
  isTimeCorrected: boolean
  /** Number of the outcome of the code's rules; 0 is its own target. */
  outcome: number
  country: string
  device: string
  system: string
  browser: string
  referrer: string
  language: string
  userAgent: string
}

/** A row without its place in the log, as an archive has it. */
export type ScanFacts = Omit<LogRow, 'place'>

export interface Span {
  from: Date
  /** Exclusive. */
  to: Date
}

type RawRow = Omit<LogRow, 'at'> & Record<string, unknown>

const rowsOf = (rows: readonly RawRow[]): LogRow[] =>
  rows.map((row) => ({ ...row, at: new Date(row.place) }) as LogRow)

const KIND_NAMES = sql.raw(`(array['${KINDS.join("','")}'])`)
const isSet = (flag: number) => sql.raw(`log.flags & ${flag} <> 0`)

const OUTCOME = sql.raw(`log.flags >> ${OUTCOME_SHIFT}`)

/** Rows of the log. They are limited where they are read in the order of an index, before they get their texts. */
const rowsOfLog = (selected: SQL): SQL => sql`(
  select number.code_id as "codeId", log.at as place, ${KIND_NAMES}[log.kind + 1] as kind,
    ${isSet(FLAGS.isUnique)} as "isUnique", ${isSet(FLAGS.isRepeat)} as "isRepeat",
    ${isSet(FLAGS.isTimeCorrected)} as "isTimeCorrected", ${OUTCOME} as outcome, country.value as country, agent.device, agent.system,
    agent.browser, referrer.value as referrer, language.value as language, agent.user_agent as "userAgent"
  from (select * from scan_log ${selected}) as log
    join scan_code_numbers as number using (code)
    left join scan_countries as country on country.id = log.country
    left join scan_agents as agent on agent.id = log.agent
    left join scan_referrers as referrer on referrer.id = log.referrer
    left join scan_languages as language on language.id = log.language
)`

/** As a value, so that the index on code and time serves; null for a code that has no row in `scan_log`. */
const numberOf = (codeId: SQL): SQL => sql`(select code from scan_code_numbers where code_id = ${codeId})`

/** How far back recent scans are looked for first: most codes need the first step, which leaves all other days alone. */
const RECENT_DAYS = [7, 90]
const DAY_MS = 86_400_000

/** Newest first. */
export async function recentScans(
  db: Db,
  codeId: string,
  { limit, uncounted, now }: { limit: number; uncounted: boolean; now: Date },
): Promise<LogRow[]> {
  const found: LogRow[] = []
  for await (const step of recentSteps(db, now)) {
    const last = sql`and ${isIn(step)} order by at desc limit ${limit - found.length}`
    const rows = rowsOfLog(
      sql`where code = ${numberOf(sql`${codeId}`)} ${uncounted ? sql`and kind <> 0` : sql``} ${last}`,
    )
    found.push(
      ...rowsOf(
        await query<RawRow>(
          db,
          sql`select * from ${rows} as found order by place desc limit ${limit - found.length}`,
        ),
      ),
    )
    if (found.length === limit) break
  }
  return found
}

/** From now and later back to the beginning of the log. */
async function* recentSteps(db: Db, now: Date): AsyncGenerator<OpenSpan> {
  let to: Date | null = null
  for (const days of RECENT_DAYS) {
    const from = new Date(now.getTime() - days * DAY_MS)
    yield { from, to }
    to = from
  }
  yield* (await spanPartsOf(db, { from: null, to })).toReversed()
}

/**
 * The next rows of a code in order of time, after a row or from the beginning: as many as the limit, and further ones that
 * have the time of the last. So a page never ends among rows of one time, which nothing tells apart.
 */
export async function nextScans(
  db: Db,
  codeId: string,
  { from, to, after, limit }: { from: Date; to: Date; after: LogRow | null; limit: number },
): Promise<LogRow[]> {
  const further = after ? sql`and at > ${after.place}::timestamptz` : sql``
  const first = sql`and at >= ${from} and at < ${to} ${further} order by at fetch first ${limit} rows with ties`
  const rows = rowsOfLog(sql`where code = ${numberOf(sql`${codeId}`)} ${first}`)
  return rowsOf(
    await query<RawRow>(
      db,
      sql`select * from ${rows} as found order by place fetch first ${limit} rows with ties`,
    ),
  )
}

/**
 * The first rows of each of some codes, in the order of the codes and of time, each as `nextScans` reads them: most codes
 * have no more in a month.
 */
export async function firstScans(
  db: Db,
  codeIds: readonly string[],
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<LogRow[]> {
  const first = sql`and at >= ${from} and at < ${to} order by at fetch first ${limit} rows with ties`
  const rows = rowsOfLog(sql`where code = ${numberOf(sql`asked.code_id`)} ${first}`)
  return rowsOf(
    await query<RawRow>(
      db,
      sql`select found.* from unnest(${sql.param([...codeIds])}::uuid[]) with ordinality as asked (code_id, number),
          lateral (select * from ${rows} as each order by place fetch first ${limit} rows with ties) as found
          order by asked.number, found.place`,
    ),
  )
}

const ROWS_AT_ONCE = 1_000
/** Rows that each code gives at once where codes are many, and how many codes give them. */
const FIRST_ROWS = 25
const CODES_AT_ONCE = ROWS_AT_ONCE / FIRST_ROWS

/** All rows of some codes in a span, in the order of the codes and of time, those of one code at once. */
export async function* scansOfCodes(
  db: Db,
  codeIds: readonly string[],
  span: Span,
): AsyncGenerator<LogRow[]> {
  const parts = await spanPartsOf(db, span)
  for (let at = 0; at < codeIds.length; at += CODES_AT_ONCE) {
    const some = codeIds.slice(at, at + CODES_AT_ONCE)
    const first: { part: Span; rows: Map<string, LogRow[]> }[] = []
    for (const part of parts) {
      const rows = await firstScans(db, some, { ...part, limit: FIRST_ROWS })
      first.push({ part, rows: Map.groupBy(rows, ({ codeId }) => codeId) })
    }
    for (const codeId of some)
      for (const { part, rows } of first) {
        const found = rows.get(codeId) ?? []
        if (found.length > 0) yield found
        const last = found.at(-1)
        if (last && found.length >= FIRST_ROWS) yield* pagesOfCode(db, codeId, part, last)
      }
  }
}

/** The rows of a code in a span in order of time. */
export async function* scansOfCode(db: Db, codeId: string, span: Span): AsyncGenerator<LogRow[]> {
  for (const part of await spanPartsOf(db, span)) yield* pagesOfCode(db, codeId, part, null)
}

/** The rows of a code in a part of the log, after one of them or from the beginning. */
async function* pagesOfCode(
  db: Db,
  codeId: string,
  part: Span,
  behind: LogRow | null,
): AsyncGenerator<LogRow[]> {
  for (let after = behind; ; ) {
    const rows: LogRow[] = await nextScans(db, codeId, { ...part, after, limit: ROWS_AT_ONCE })
    if (rows.length > 0) yield rows
    after = rows.at(-1) ?? null
    if (rows.length < ROWS_AT_ONCE) return
  }
}

/** Codes that have a row in a span, after one of them in the order of their ids. */
export async function nextCodesWithScans(
  db: Db,
  { from, to }: Span,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const further = after === null ? sql`` : sql`and code_id > ${after}`
  const rows = await query<{ codeId: string }>(
    db,
    sql`select distinct code_id as "codeId" from scan_rows where at >= ${from} and at < ${to} ${further}
        order by 1 limit ${limit}`,
  )
  return rows.map(({ codeId }) => codeId)
}

/** Sums of one UTC day, kind and last digit of the code's id. */
export interface LogSum {
  day: string
  kind: VisitorKind
  digit: string
  rows: number
  uniques: number
  repeats: number
  /** Milliseconds since the epoch. */
  firstAt: number
  lastAt: number
}

export async function sumsOfLog(db: Db, { from, to }: Span): Promise<LogSum[]> {
  const rows = await query<Record<Exclude<keyof LogSum, 'kind'>, string> & { kind: VisitorKind }>(
    db,
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, kind, right(code_id::text, 1) as digit,
          count(*)::text as rows, count(*) filter (where is_unique)::text as uniques,
          count(*) filter (where is_repeat)::text as repeats,
          floor(extract(epoch from min(at)) * 1000)::bigint::text as "firstAt",
          floor(extract(epoch from max(at)) * 1000)::bigint::text as "lastAt"
        from scan_rows where at >= ${from} and at < ${to} group by 1, 2, 3`,
  )
  return rows.map(({ day, kind, digit, ...sums }) => ({
    day,
    kind,
    digit,
    rows: Number(sums.rows),
    uniques: Number(sums.uniques),
    repeats: Number(sums.repeats),
    firstAt: Number(sums.firstAt),
    lastAt: Number(sums.lastAt),
  }))
}

/** Takes the rows of a span out of the log; counters and roll-ups stay. */
export async function deleteFromLog(db: Db, { from, to }: Span): Promise<void> {
  await db.execute(sql`delete from scan_log where at >= ${from} and at < ${to}`)
}

/** Of the parts of the log that have scans, the first day (UTC) and the last moment; null without any. */
export async function spanOfLog(db: Db): Promise<{ first: Date; last: Date } | null> {
  const days = await partitionsOf(db)
  const first = await firstFilled(db, days)
  const last = await firstFilled(db, days.toReversed())
  return first && last
    ? { first: new Date(first.begins), last: new Date(Date.parse(last.endsBefore) - 1) }
    : null
}

async function firstFilled(db: Db, parts: readonly LogPartition[]): Promise<LogPartition | null> {
  for (const part of parts) if (await hasRows(db, part)) return part
  return null
}

/** The owner's codes that have ever been requested, after one of them in the order of their ids; deleted ones too. */
export async function nextCodes(
  db: Db,
  userId: string,
  after: string | null,
  limit: number,
): Promise<{ codeId: string; name: string }[]> {
  const further = after === null ? sql`` : sql`and code_id > ${after}`
  return query<{ codeId: string; name: string }>(
    db,
    sql`select code_id as "codeId", dynamic_id as name from scan_codes
        where user_id = ${userId} ${further} order by code_id limit ${limit}`,
  )
}

export async function nameOfCode(db: Db, codeId: string): Promise<string> {
  const [found] = await query<{ name: string }>(
    db,
    sql`select dynamic_id as name from scan_codes where code_id = ${codeId}`,
  )
  return found?.name ?? ''
}
