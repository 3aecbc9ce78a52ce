import { and, notInArray, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { scanBatches, type scanRows } from './table'

/** A scan to be stored: as the log is read, with the name that the journal gives its visitor. */
export type NewScan = Omit<typeof scanRows.$inferSelect, 'country'> & {
  visitor: string
  country: string | null
}

/** The rows that count the scans of codes; opened in the transaction that makes them. */
export async function openCounters(db: Db, codeIds: readonly string[]): Promise<void> {
  await db.execute(
    sql`insert into scan_counters (code_id) select unnest(${sql.param(codeIds)}::uuid[]) on conflict do nothing`,
  )
}

/** Those of the batches that are new; the others were stored before, or are being stored and will be awaited. */
export async function insertBatches(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const inserted = await db
    .insert(scanBatches)
    .values([...ids].sort().map((id) => ({ id })))
    .onConflictDoNothing()
    .returning({ id: scanBatches.id })
  return new Set(inserted.map(({ id }) => id))
}

/** A visitor of a code on a UTC day. */
export interface Visit {
  codeId: string
  visitor: string
  /** The time of the last scan, on that day, in milliseconds since the epoch. */
  lastAt: number
}

/**
 * Records visits, one for each visitor, code and day, and returns those of visitors who were there before on that day, with
 * the time of their last scan until now. In the order of the key, so that two importers cannot lock each other out.
 */
export async function recordVisits(db: Db, visits: readonly Visit[]): Promise<Visit[]> {
  const listOf = (column: keyof Visit) => sql.param(visits.map((visit) => visit[column]))
  const known = await query<{ code_id: string; visitor: string; ms: bigint }>(
    db,
    sql`with recorded as (
          insert into scan_visitors as visits (code_id, day, visitor, last_at)
          select code_id, (at at time zone 'UTC')::date, visitor, at
          from unnest(${listOf('codeId')}::uuid[], ${listOf('visitor')}::text[], ${listOf('lastAt')}::bigint[])
              as row (code_id, visitor, ms),
            to_timestamp(ms / 1000::float8) as at
          order by 1, 2, 3
          on conflict (code_id, day, visitor) do update
            set previous_at = visits.last_at, last_at = greatest(visits.last_at, excluded.last_at)
          returning code_id, visitor, previous_at
        )
        select code_id, visitor, (extract(epoch from previous_at) * 1000)::bigint as ms
        from recorded where previous_at is not null`,
  )
  return known.map(({ code_id, visitor, ms }) => ({ codeId: code_id, visitor, lastAt: Number(ms) }))
}

/** Adds to the counters, always in the order of the codes, so that two importers cannot lock each other out. */
export async function addToCounters(db: Db, added: ReadonlyMap<string, number>): Promise<void> {
  await db.execute(sql`
    insert into scan_counters (code_id, scans)
    select code_id, scans
    from unnest(${sql.param([...added.keys()])}::uuid[], ${sql.param([...added.values()])}::bigint[]) as row (code_id, scans)
    order by code_id
    on conflict (code_id) do update set scans = scan_counters.scans + excluded.scans`)
}

/** The ranks of codes that are counted in this transaction follow later, by `rankCodes`. */
export async function deferRanks(db: Db): Promise<void> {
  await db.execute(sql`set local scanleaf.ranks = 'later'`)
}

/** Gives codes the places in sorted lists that their counters say. */
export async function rankCodes(db: Db, codeIds: readonly string[]): Promise<void> {
  await db.execute(sql`select rank_counted_codes(${sql.param([...codeIds])}::uuid[])`)
}

/** As `rankCodes`, for those whose place is wrong among so many after a code; returns the last of them, null at the end. */
export async function rankStaleCodes(db: Db, after: string, most: number): Promise<string | null> {
  const [row] = await query<{ last: string | null }>(
    db,
    sql`select rank_stale_codes(${after}::uuid, ${most}::int) as last`,
  )
  return row?.last ?? null
}

/** Owners of codes; a code without an owner has none. */
export async function ownersOf(db: Db, codeIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ code_id: string; user_id: string }>(
    db,
    sql`select code_id, user_id from scan_codes
        where code_id in (select value::uuid from json_array_elements_text(${JSON.stringify(codeIds)}::json))`,
  )
  return new Map(rows.map(({ code_id, user_id }) => [code_id, user_id]))
}

/** Those of the owners whose scans are no longer stored. */
export async function sealedOf(db: Db, userIds: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await query<{ user_id: string }>(
    db,
    sql`select user_id from scan_owners
        where user_id in (select unnest(${sql.param([...userIds])}::text[])) and sealed_at is not null`,
  )
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Adds to the owners' counters; returns the names of the owners in the roll-ups. */
export async function addToOwners(db: Db, added: ReadonlyMap<string, number>): Promise<Map<string, string>> {
  const owners = await query<{ user_id: string; subject: string }>(
    db,
    sql`insert into scan_owners (user_id, scans)
        select user_id, scans
        from unnest(${sql.param([...added.keys()])}::text[], ${sql.param([...added.values()])}::bigint[]) as row (user_id, scans)
        order by user_id
        on conflict (user_id) do update set scans = scan_owners.scans + excluded.scans
        returning user_id, subject`,
  )
  return new Map(owners.map(({ user_id, subject }) => [user_id, subject]))
}

/** The name in the roll-ups of an owner whose codes may never have been requested. */
export async function openOwner(db: Db, userId: string): Promise<string> {
  const subject = (await addToOwners(db, new Map([[userId, 0]]))).get(userId)
  if (subject === undefined) throw new Error('upsert returned no row')
  return subject
}

/** The increment of one quarter of an hour of a subject; `at` is its beginning, in ISO form. */
export interface QuarterSums {
  subject: string
  at: string
  scans: number
  uniques: number
}

export async function addToQuarters(db: Db, rows: readonly QuarterSums[]): Promise<void> {
  await db.execute(sql`
    insert into scan_quarters as kept (subject, at, scans, uniques)
    select subject, at, scans, uniques
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      subject uuid, at timestamptz, scans int, uniques int
    )
    order by subject, at
    on conflict (subject, at) do update set
      scans = kept.scans + excluded.scans, uniques = kept.uniques + excluded.uniques`)
}

/** Notifies every web process of the counts when the transaction commits; a payload holds 8000 bytes. */
export async function notifyCounted(db: Db, subjects: readonly string[]): Promise<void> {
  const SUBJECTS_PER_NOTIFICATION = 200
  const payloads: string[] = []
  for (let at = 0; at < subjects.length; at += SUBJECTS_PER_NOTIFICATION) {
    payloads.push(subjects.slice(at, at + SUBJECTS_PER_NOTIFICATION).join())
  }
  await db.execute(sql`
    select pg_notify('scans_counted', value) from json_array_elements_text(${JSON.stringify(payloads)}::json)`)
}

/** Partitions for the UTC months of the days (`YYYY-MM-DD`). */
export async function ensureMonths(db: Db, days: readonly string[]): Promise<void> {
  await db.execute(sql`
    select scan_ensure_month(value::date) from json_array_elements_text(${JSON.stringify(days)}::json)`)
}

/** Partitions for the month that it is by the clock of the database, and for the next one. */
export async function ensureComingMonths(db: Db): Promise<void> {
  await db.execute(sql`
    select scan_ensure_month((now() at time zone 'UTC' + ahead)::date)
    from (values (interval '0'), (interval '1 month')) as months (ahead)`)
}

/** Forgets batches that were stored 30 days ago, except those whose segments are still there. */
export async function deleteOldBatches(db: Db, kept: readonly string[]): Promise<void> {
  const isKept = kept.length > 0 ? notInArray(scanBatches.id, [...kept]) : undefined
  await db
    .delete(scanBatches)
    .where(and(sql`${scanBatches.storedAt} < ${TRUSTED_NOW} - interval '30 days'`, isKept))
}
