import type { SQL } from 'drizzle-orm'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../platform/app-error'
import { type Db, query } from '../../../platform/db/database'
import { quartersBetween } from '../rollups'

/** Whose scans: one code's, or those of all codes of an owner. */
export interface Subject {
  /** Null for an owner whose codes were never requested. */
  id: string | null
  /** Counted since the beginning. */
  total: number
}

/** Null when the code is not the user's. */
export async function findCodeSubject(db: Db, userId: string, codeId: string): Promise<Subject | null> {
  const [found] = await query<{ total: bigint }>(
    db,
    sql`select coalesce(scans, 0) as total from scan_codes left join scan_counters using (code_id)
        where code_id = ${codeId} and user_id = ${userId} and not is_deleted`,
  )
  return found ? { id: codeId, total: Number(found.total) } : null
}

/** @throws AppError NotFound when the code is not the user's */
export async function codeSubjectOf(
  db: Db,
  userId: string,
  codeId: string,
): Promise<Subject & { id: string }> {
  const subject = await findCodeSubject(db, userId, codeId)
  if (!subject) throw new AppError('NotFound')
  return { ...subject, id: codeId }
}

export async function findOwnerSubject(db: Db, userId: string): Promise<Subject> {
  const [found] = await query<{ subject: string; scans: bigint }>(
    db,
    sql`select subject, scans from scan_owners where user_id = ${userId}`,
  )
  return found ? { id: found.subject, total: Number(found.scans) } : { id: null, total: 0 }
}

/** Counters of codes and owners, by the name they have in the roll-ups. */
export async function totalsOf(db: Db, subjects: readonly string[]): Promise<Map<string, number>> {
  const ids = sql`select value::uuid from json_array_elements_text(${JSON.stringify(subjects)}::json)`
  const rows = await query<{ subject: string; scans: bigint }>(
    db,
    sql`select code_id as subject, scans from scan_counters where code_id in (${ids})
        union all select subject, scans from scan_owners where subject in (${ids})`,
  )
  return new Map(rows.map(({ subject, scans }) => [subject, Number(scans)]))
}

/** Those of the codes that are the user's. */
export async function ownedAmong(db: Db, userId: string, codeIds: readonly string[]): Promise<string[]> {
  const rows = await query<{ code_id: string }>(
    db,
    sql`select code_id from scan_codes
        where code_id in (select value::uuid from json_array_elements_text(${JSON.stringify(codeIds)}::json))
          and user_id = ${userId} and not is_deleted`,
  )
  return rows.map(({ code_id }) => code_id)
}

export interface PartSums {
  scans: number
  uniques: number
}

const times = (list: readonly Date[]): SQL =>
  sql`(select array_agg(value::timestamptz order by ordinality)
    from json_array_elements_text(${JSON.stringify(list)}::json) with ordinality)`

/** Sums of the parts that begin at `starts`, the last of which ends at `end`; parts without a scan are missing. */
export async function sumParts(
  db: Db,
  subject: string,
  starts: readonly Date[],
  end: Date,
): Promise<Map<number, PartSums>> {
  const rows = await query<{ part: number; scans: bigint; uniques: bigint }>(
    db,
    sql`select width_bucket(at, ${times(starts)}) - 1 as part, sum(scans) as scans, sum(uniques) as uniques
        from scan_quarter_rows
        where subject = ${subject} and ${quartersBetween(starts[0], end)}
        group by 1`,
  )
  return new Map(
    rows.map(({ part, scans, uniques }) => [part, { scans: Number(scans), uniques: Number(uniques) }]),
  )
}

/** Scans of several codes by part. */
export async function sumPartsOf(
  db: Db,
  codeIds: readonly string[],
  starts: readonly Date[],
  end: Date,
): Promise<{ codeId: string; part: number; scans: number }[]> {
  const rows = await query<{ subject: string; part: number; scans: bigint }>(
    db,
    sql`select subject, width_bucket(at, ${times(starts)}) - 1 as part, sum(scans) as scans
        from scan_quarter_rows
        where subject = any(${sql.param([...codeIds])}::uuid[]) and ${quartersBetween(starts[0], end)}
        group by 1, 2`,
  )
  return rows.map(({ subject, part, scans }) => ({ codeId: subject, part, scans: Number(scans) }))
}

export interface CodeName {
  /** As the owner calls it; its dynamic id when it has no name. */
  name: string
  isDeleted: boolean
}

export async function namesOfCodes(db: Db, codeIds: readonly string[]): Promise<Map<string, CodeName>> {
  const rows = await query<{ code_id: string; name: string; is_deleted: boolean }>(
    db,
    sql`select code_id, coalesce(nullif(name, ''), dynamic_id) as name, is_deleted from scan_codes
        where code_id in (select value::uuid from json_array_elements_text(${JSON.stringify(codeIds)}::json))`,
  )
  return new Map(rows.map(({ code_id, name, is_deleted: isDeleted }) => [code_id, { name, isDeleted }]))
}
