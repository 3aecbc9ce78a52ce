import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { quartersBetween } from '../rollups'

/** Scans of an owner's codes in one week, against those of the week before. */
export interface ScanWeek {
  scans: number
  /** In the week before. */
  before: number
  visitors: number
  /** Scans of Monday to Sunday. */
  days: number[]
  /** The codes scanned most, at most as many as asked for. */
  most: { name: string; dynamicId: string; scans: number }[]
  /** Codes scanned in the week before and not in this one. */
  silent: number
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** @param start of the week, Monday in `timeZone`, which ends at `end`; the week before begins at `before` */
export async function weekOfOwner(
  db: Db,
  userId: string,
  { before, start, end, timeZone }: { before: Date; start: Date; end: Date; timeZone: string },
  most: number,
): Promise<ScanWeek> {
  const [all] = await query<{ scans: bigint; before: bigint; visitors: bigint }>(
    db,
    sql`select
        coalesce(sum(scans) filter (where at >= ${start}), 0)::bigint as scans,
        coalesce(sum(scans) filter (where at < ${start}), 0)::bigint as before,
        coalesce(sum(uniques) filter (where at >= ${start}), 0)::bigint as visitors
      from scan_quarter_rows
      where subject = (select subject from scan_owners where user_id = ${userId}) and ${quartersBetween(before, end)}`,
  )
  const days = await query<{ weekday: number; scans: bigint }>(
    db,
    sql`select extract(isodow from at at time zone ${timeZone})::integer as weekday, sum(scans)::bigint as scans
      from scan_quarter_rows
      where subject = (select subject from scan_owners where user_id = ${userId}) and ${quartersBetween(start, end)}
      group by 1`,
  )
  const codes = await query<{ name: string; dynamic_id: string; scans: bigint; silent: bigint }>(
    db,
    sql`with sums as (
        select subject, coalesce(sum(scans) filter (where at >= ${start}), 0)::bigint as scans
        from scan_quarter_rows
        where subject = any(array(select code_id from scan_codes where user_id = ${userId} and not is_deleted))
          and ${quartersBetween(before, end)}
        group by subject
      )
      select name, dynamic_id, scans, (select count(*) from sums where scans = 0) as silent
      from sums join scan_codes on code_id = subject order by scans desc, dynamic_id limit ${most}`,
  )
  return {
    scans: Number(all?.scans ?? 0),
    before: Number(all?.before ?? 0),
    visitors: Number(all?.visitors ?? 0),
    days: WEEKDAYS.map((day) => Number(days.find(({ weekday }) => weekday === day)?.scans ?? 0)),
    most: codes
      .filter(({ scans }) => scans > 0n)
      .map(({ name, dynamic_id, scans }) => ({ name, dynamicId: dynamic_id, scans: Number(scans) })),
    silent: Number(codes[0]?.silent ?? 0),
  }
}
