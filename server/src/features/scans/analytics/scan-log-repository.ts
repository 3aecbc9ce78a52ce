import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import type { VisitorKind } from '../../../platform/http/visitor-kind'

/** A row of the log as people read it. */
export interface LogRow {
  id: string
  codeId: string
  at: Date
  kind: VisitorKind
  isUnique: boolean
  isRepeat: boolean
  isTimeCorrected: boolean
  country: string
  device: string
  system: string
  browser: string
  referrer: string
  language: string
  userAgent: string
}

/** A row without its place in the log, as an archive has it. */
export type ScanFacts = Omit<LogRow, 'id'>

export interface Span {
  from: Date
  /** Exclusive. */
  to: Date
}

const COLUMNS = sql`id::text as id, code_id as "codeId", at, kind, is_unique as "isUnique", is_repeat as "isRepeat",
  is_time_corrected as "isTimeCorrected",
  coalesce(country, '') as country, device, system, browser, referrer, language, user_agent as "userAgent"`

type RawRow = Omit<LogRow, 'at'> & { at: string } & Record<string, unknown>

const rowsOf = (rows: readonly RawRow[]): LogRow[] =>
  rows.map(({ at, ...row }) => ({ ...row, at: new Date(at) }) as LogRow)

/** Newest first; bounded by the index on code and time. */
export async function recentScans(
  db: Db,
  codeId: string,
  { limit, uncounted }: { limit: number; uncounted: boolean },
): Promise<LogRow[]> {
  const ofKind = uncounted ? sql`and kind <> 'person'` : sql``
  return rowsOf(
    await query<RawRow>(
      db,
      sql`select ${COLUMNS} from scans where code_id = ${codeId} ${ofKind} order by at desc, id desc limit ${limit}`,
    ),
  )
}

/** The next rows of a code in order of time, after a row or from the beginning. */
export async function nextScans(
  db: Db,
  codeId: string,
  { from, to, after, limit }: { from: Date; to: Date; after: LogRow | null; limit: number },
): Promise<LogRow[]> {
  const further = after ? sql`and (at, id) > (${after.at}, ${after.id}::bigint)` : sql``
  return rowsOf(
    await query<RawRow>(
      db,
      sql`select ${COLUMNS} from scans
          where code_id = ${codeId} and at >= ${from} and at < ${to} ${further}
          order by at, id limit ${limit}`,
    ),
  )
}

/** The first rows of each of some codes, in the order of the codes and of time: most codes have no more in a month. */
export async function firstScans(
  db: Db,
  codeIds: readonly string[],
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<LogRow[]> {
  return rowsOf(
    await query<RawRow>(
      db,
      sql`select found.* from unnest(${sql.param([...codeIds])}::uuid[]) with ordinality as asked (code, place),
          lateral (
            select ${COLUMNS} from scans where code_id = asked.code and at >= ${from} and at < ${to}
            order by scans.at, scans.id limit ${limit}
          ) found
          order by place, found.at, found.id::bigint`,
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
  for (let at = 0; at < codeIds.length; at += CODES_AT_ONCE) {
    const first = await firstScans(db, codeIds.slice(at, at + CODES_AT_ONCE), { ...span, limit: FIRST_ROWS })
    for (const rows of Map.groupBy(first, ({ codeId }) => codeId).values()) {
      yield rows
      const last = rows.at(-1)
      if (last && rows.length === FIRST_ROWS) yield* scansOfCode(db, last.codeId, span, last)
    }
  }
}

/** The rows of a code in a span in order of time, after a row or from the beginning. */
export async function* scansOfCode(
  db: Db,
  codeId: string,
  span: Span,
  behind: LogRow | null = null,
): AsyncGenerator<LogRow[]> {
  for (let after = behind; ; ) {
    const rows: LogRow[] = await nextScans(db, codeId, { ...span, after, limit: ROWS_AT_ONCE })
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
    sql`select distinct code_id as "codeId" from scans where at >= ${from} and at < ${to} ${further}
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
        from scans where at >= ${from} and at < ${to} group by 1, 2, 3`,
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
  await db.execute(sql`delete from scans where at >= ${from} and at < ${to}`)
}

/** Of all scans that are kept, the time of the first and of the last; null without any. */
export async function spanOfLog(db: Db): Promise<{ first: Date; last: Date } | null> {
  const [found] = await query<{ first: string | null; last: string | null }>(
    db,
    sql`select min(at)::text as first, max(at)::text as last from scans`,
  )
  return found?.first && found.last ? { first: new Date(found.first), last: new Date(found.last) } : null
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
