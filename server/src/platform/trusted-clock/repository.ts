import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import { type Database, type Db, query } from '../db/database'
import { trustedClock } from './table'
import type { TrustedTime } from './trusted-time'

/**
 * The present for what deletes or ends something by its age: by the database's clock, but never later than trusted
 * time.
 */
export const TRUSTED_NOW: SQL = sql`trusted_time(now())`

/** The same outside a statement. */
export async function trustedNow({ db }: Pick<Database, 'db'>): Promise<Date> {
  const [row] = await query<{ at: string }>(db, sql`select trusted_time(clock_timestamp()) as at`)
  if (!row) throw new Error('the database did not say what time it is')
  return new Date(row.at)
}

/**
 * The present by the earliest of trusted time, the given clock and this machine's: what is deleted by its age, some of
 * it in files that this machine dates, is never deleted early because one of them is wrong.
 */
export const earliestNow = async (database: Pick<Database, 'db'>, clock: Clock): Promise<Date> =>
  new Date(Math.min((await trustedNow(database)).getTime(), clock.now().getTime(), Date.now()))

/** Of the present that a caller was given the part that is trusted. */
export async function trustedTime(db: Db, now: Date): Promise<Date> {
  const [row] = await query<{ at: string }>(
    db,
    sql`select trusted_time(${now.toISOString()}::timestamptz) as at`,
  )
  return row ? new Date(row.at) : now
}

/** Null before the first look. */
export async function readTrustedTime(db: Db): Promise<TrustedTime | null> {
  const [row] = await db.select().from(trustedClock)
  return row ? plain(row) : null
}

/** Locked until the transaction ends: looks of several processes take turns. */
export async function lockTrustedTime(tx: Db): Promise<TrustedTime | null> {
  const [row] = await tx.select().from(trustedClock).for('update')
  return row ? plain(row) : null
}

export async function writeTrustedTime(tx: Db, time: TrustedTime): Promise<void> {
  const row = {
    trustedAt: new Date(time.trustedAt),
    seenAt: new Date(time.seenAt),
    steadyFrom: new Date(time.steadyFrom),
    watchedMs: Math.round(time.watchedMs),
  }
  await tx.insert(trustedClock).values(row).onConflictDoUpdate({ target: trustedClock.isOnly, set: row })
}

const plain = ({
  trustedAt,
  seenAt,
  steadyFrom,
  watchedMs,
}: typeof trustedClock.$inferSelect): TrustedTime => ({
  trustedAt: trustedAt.getTime(),
  seenAt: seenAt.getTime(),
  steadyFrom: steadyFrom.getTime(),
  watchedMs,
})
