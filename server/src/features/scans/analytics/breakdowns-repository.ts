import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'

export interface BreakdownRow {
  dimension: string
  value: string
  scans: number
  uniques: number
}

const DAY_MS = 86_400_000
/** Of rules, which lead to at most as many addresses at once. */
const MAX_OUTCOMES = 100

/**
 * The values of each dimension that were scanned most, from the first moment to before the last; one statement, so that
 * what is closed meanwhile counts once. Whole UTC days that are closed are read as such. What is left, the ends of the
 * range and the days that are not closed, is read from the hours and their parts that are made, else from the log.
 * @param subject a code, or the name of an owner in the roll-ups
 */
export async function topValues(
  db: Db,
  { id, isOwner }: { id: string; isOwner: boolean },
  { from, to }: { from: Date; to: Date },
  valuesPerDimension: number,
): Promise<BreakdownRow[]> {
  const firstDay = new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS)
  const lastDay = new Date(Math.max(firstDay.getTime(), Math.floor(to.getTime() / DAY_MS) * DAY_MS))
  const daysBegin = firstDay < to ? firstDay : to
  const daysEnd = firstDay < to ? lastDay : to
  const position = isOwner ? sql`owners_after` : sql`codes_after`
  const codes = isOwner
    ? sql`select code_id from scan_codes join scan_owners using (user_id) where subject = ${id}`
    : sql`select ${id}::uuid as code_id`
  const rows = await query<{ dimension: string; value: string; scans: bigint; uniques: bigint }>(
    db,
    sql`with closed as (
          select least(${daysEnd}::timestamptz, greatest(${daysBegin}::timestamptz, max(
            days_until + case when ${position} >= ${id}::uuid then interval '1 day' else interval '0' end
          ))) as ends
          from scan_closing
        ), open as (
          select tstzmultirange(tstzrange(${from}, ${daysBegin}), tstzrange(ends, ${to})) as times from closed
        ), parts as (
          select part.*, tstzrange(at, at + make_interval(mins => minutes)) as covered
          from open cross join unnest(times) as span join scan_breakdowns as part
            on subject = ${id} and minutes = any('{5,60}') and at >= lower(span)
              and at <= upper(span) - make_interval(mins => minutes)
        ), left_over as (
          select unnest(times - coalesce((select range_agg(covered) from parts), '{}')) as span from open
        ), codes as (
          select array_agg(code_id) as ids, array_agg(${id}::uuid) as subjects from (${codes}) as own
        ), made as (
          select keys, scans, uniques from parts
          union all
          select keys, scans, uniques from scan_breakdowns, closed
          where subject = ${id} and minutes = 1440 and at >= ${daysBegin} and at < ends
        ), counted as (
          select one.* from made cross join unnest(keys, scans, uniques) as one (key, scans, uniques)
          union all
          select key, logged.scans, logged.uniques
          from codes cross join left_over
            cross join lateral scan_log_breakdowns(ids, subjects, lower(span), upper(span)) as logged
        ), sums as (
          select split_part(key, ':', 1) as dimension, substr(key, strpos(key, ':') + 1) as value,
            sum(scans)::bigint as scans, sum(uniques)::bigint as uniques
          from counted where key not like '%:*'
          group by key
        ), ranked as (
          select *, row_number() over (partition by dimension order by scans desc, uniques desc, value) as rank
          from sums
        )
        select dimension, value, scans, uniques from ranked
        where rank <= case dimension when 'outcome' then ${MAX_OUTCOMES}::int else ${valuesPerDimension}::int end
        order by dimension, rank`,
  )
  return rows.map(({ scans, uniques, ...row }) => ({
    ...row,
    scans: Number(scans),
    uniques: Number(uniques),
  }))
}
