import { sql } from 'drizzle-orm'
import { type Db, query } from '../../../platform/db/database'
import { lockClosing, readClosing } from '../closing/closing-repository'

/** A key of `scan_facets`, and the first day of its month (UTC), `YYYY-MM-DD`; its time as text, in full. */
export interface FacetKey extends Record<string, unknown> {
  subject: string
  grain: string
  at: string
  month: string
}

/**
 * The next rows of `scan_facets` in the order of their key, of days that are closed: an open day gets its row of
 * `scan_breakdowns` when it is closed. In that order each partition is filled in the order of its key, too.
 */
export const nextFacets = (db: Db, after: FacetKey | null, limit: number): Promise<FacetKey[]> =>
  query<FacetKey>(
    db,
    sql`select subject, grain, at, to_char(at at time zone 'UTC', 'YYYY-MM-01') as month
        from scan_facets
        where at < coalesce((select days_until from scan_closing), date_trunc('day', now(), 'UTC'))
          ${after ? sql`and (subject, grain, at) > (${after.subject}::uuid, ${after.grain}, ${after.at}::timestamptz)` : sql``}
        order by scan_facets.subject, scan_facets.grain, scan_facets.at limit ${limit}`,
  )

/** Partitions of `scan_breakdowns` for months (`YYYY-MM-DD`); the log of these may have been dropped. */
export async function ensureBreakdownMonths(db: Db, months: readonly string[]): Promise<void> {
  await db.execute(sql`
    select scan_ensure_month_of(array['scan_breakdowns'], value::date)
    from json_array_elements_text(${JSON.stringify(months)}::json)`)
}

/**
 * Moves rows of `scan_facets` to `scan_breakdowns`, those that are still there; a day that has a row already gets their
 * sums. No value becomes one of the rest, so no count changes.
 */
export async function convertFacets(tx: Db, keys: readonly FacetKey[]): Promise<void> {
  // As an import of late scans: recomputing waits, and so do steps of closing.
  await tx.execute(sql`lock table scan_batches in row exclusive mode`)
  await readClosing(tx)
  await lockClosing(tx)
  await tx.execute(sql`
    with gone as (
      delete from scan_facets
      where (subject, grain, at) in (
        select * from unnest(${sql.param(keys.map(({ subject }) => subject))}::uuid[],
          ${sql.param(keys.map(({ grain }) => grain))}::text[], ${sql.param(keys.map(({ at }) => at))}::timestamptz[])
      )
      returning subject, case grain when 'day' then 1440 else 15 end::smallint as minutes, at, facets
    )
    insert into scan_breakdowns as kept (subject, minutes, at, keys, scans, uniques)
    select subject, minutes, at, counts.keys, counts.scans, counts.uniques
    from gone cross join lateral (
      select array_agg(key order by key collate "C") as keys,
        array_agg((count ->> 0)::integer order by key collate "C") as scans,
        array_agg((count ->> 1)::integer order by key collate "C") as uniques
      from jsonb_each(facets) as facet (key, count)
    ) as counts
    where counts.keys is not null
    order by subject, minutes, at
    on conflict (subject, minutes, at) do update set (keys, scans, uniques) = (
      select array_agg(key order by key collate "C"), array_agg(counted order by key collate "C"),
        array_agg(new order by key collate "C")
      from (
        select key, sum(counted)::integer as counted, sum(new)::integer as new
        from unnest(kept.keys || excluded.keys, kept.scans || excluded.scans, kept.uniques || excluded.uniques)
          as each (key, counted, new)
        group by key
      ) as sums
    )`)
}
