import { and, notInArray, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database'
import { TRUSTED_NOW } from '../../platform/trusted-clock'
import { scanBatches } from './table'

/** The rows that count the scans of codes, and their numbers in the log; made in the transaction that makes the codes. */
export async function openCounters(db: Db, codeIds: readonly string[]): Promise<void> {
  const codes = sql`select unnest(${sql.param([...codeIds])}::uuid[])`
  await db.execute(sql`insert into scan_counters (code_id) ${codes} on conflict do nothing`)
  await db.execute(sql`insert into scan_code_numbers (code_id) ${codes} on conflict do nothing`)
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

/** The name in the roll-ups of an owner whose codes may never have been requested. */
export async function openOwner(db: Db, userId: string): Promise<string> {
  const [owner] = await query<{ subject: string }>(
    db,
    sql`insert into scan_owners (user_id) values (${userId})
        on conflict (user_id) do update set scans = scan_owners.scans returning subject`,
  )
  if (!owner) throw new Error('upsert returned no row')
  return owner.subject
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
