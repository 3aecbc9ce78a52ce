import { sql } from 'drizzle-orm'
import type { Clock } from '../clock'
import { type Database, query } from './database'

/** The present by the clock of the database, in milliseconds since the epoch. */
export async function databaseNow({ db }: Pick<Database, 'db'>): Promise<number> {
  const [row] = await query<{ now: string }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
  )
  return Number(row?.now)
}

/**
 * The present by the earlier of two clocks, of the database and of this machine: what is deleted by its age, some of it
 * in files that this machine dates, is never deleted early because one of them is wrong.
 */
export const earlierNow = async (database: Pick<Database, 'db'>, clock: Clock): Promise<Date> =>
  new Date(Math.min(await databaseNow(database), clock.now().getTime()))
