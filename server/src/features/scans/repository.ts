import { and, lt, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database'
import { scanBatches, scanCounters, type scans } from './table'

export type NewScan = typeof scans.$inferInsert

/** The row that counts a code's scans; opened in the transaction that makes the code. */
export async function openCounter(db: Db, codeId: string): Promise<void> {
  await db.insert(scanCounters).values({ codeId }).onConflictDoNothing()
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

/** One parameter however many rows: neither engine takes more than 65,535. */
export async function insertScans(db: Db, rows: readonly NewScan[]): Promise<void> {
  await db.execute(sql`
    insert into scans (code_id, at, kind, visitor, country, user_agent, referrer, language)
    select "codeId", at, kind, visitor, country, "userAgent", referrer, language
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (
      "codeId" uuid, at timestamptz, kind text, visitor text, country text,
      "userAgent" text, referrer text, language text
    )`)
}

/** Adds to the counters, always in the order of the codes, so that two movers cannot lock each other out. */
export async function addToCounters(db: Db, added: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...added].map(([codeId, scans]) => ({ codeId, scans }))
  await db.execute(sql`
    insert into scan_counters (code_id, scans)
    select "codeId", scans
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("codeId" uuid, scans bigint)
    order by "codeId"
    on conflict (code_id) do update set scans = scan_counters.scans + excluded.scans`)
}

/** Forgets batches stored before a time, except those whose segments are still there. */
export async function deleteBatchesBefore(db: Db, time: Date, kept: readonly string[]): Promise<void> {
  const isKept = kept.length > 0 ? notInArray(scanBatches.id, [...kept]) : undefined
  await db.delete(scanBatches).where(and(lt(scanBatches.storedAt, time), isKept))
}
