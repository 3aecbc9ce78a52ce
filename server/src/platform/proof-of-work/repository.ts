import { randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { dayKeys, usedProofs } from './table'

/** The key of a UTC day (`2026-11-26`), made by whoever asks first; those of days that are over are deleted. */
export async function findDayKey(db: Db, day: string): Promise<string> {
  const [row] = await db
    .insert(dayKeys)
    .values({ day, key: randomBytes(32).toString('base64url') })
    .onConflictDoUpdate({ target: dayKeys.day, set: { day } })
    .returning()
  if (!row) throw new Error('upsert returned no row')
  await db.delete(dayKeys).where(sql`${dayKeys.day} < (now() at time zone 'UTC')::date - 1`)
  return row.key
}

/** A day by the database's clock, its key, and the seconds since 1970. */
export interface Today {
  day: string
  key: string
  now: number
}

export async function readToday(db: Db): Promise<Today> {
  const [today] = await query<Omit<Today, 'key'> & { key: string | null }>(
    db,
    sql`select today.day::text as day, key, extract(epoch from now())::float8 as now
        from (select (now() at time zone 'UTC')::date as day) today left join report_keys using (day)`,
  )
  if (!today) throw new Error('select returned no row')
  return { ...today, key: today.key ?? (await findDayKey(db, today.day)) }
}

/** Null for a day that has none: none is made for a day that a stranger names. */
export async function findKeyOf(db: Db, day: string): Promise<string | null> {
  const [row] = await db.select().from(dayKeys).where(eq(dayKeys.day, day))
  return row?.key ?? null
}

/** True for the first of all who come with a signature that has not expired. @param expiresAt seconds since 1970 */
export async function useSignature(db: Db, signature: string, expiresAt: number): Promise<boolean> {
  const used = await query(
    db,
    sql`insert into used_proofs (signature, expires_at)
        select ${signature}::text, to_timestamp(${expiresAt}::float8)
        where to_timestamp(${expiresAt}::float8) > now()
        on conflict do nothing returning signature`,
  )
  return used.length > 0
}

export async function deleteExpiredProofs(db: Db): Promise<void> {
  await db.delete(usedProofs).where(lt(usedProofs.expiresAt, sql`now()`))
}
