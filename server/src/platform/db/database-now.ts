import { sql } from 'drizzle-orm'
import { type Database, query } from './database'

/** The present by the clock of the database, in milliseconds since the epoch. */
export async function databaseNow({ db }: Pick<Database, 'db'>): Promise<number> {
  const [row] = await query<{ now: string }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now`,
  )
  return Number(row?.now)
}
