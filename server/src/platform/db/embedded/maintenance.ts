import { sql } from 'drizzle-orm'
import { type Database, type Db, query } from '../database'

const EVERY_MS = 10 * 60_000

/**
 * What autovacuum does on a server: the embedded engine has no process for it, and without it tables grow with
 * every update and the planner knows nothing of them. One table at a time, since nobody else is served meanwhile.
 * @returns stops it
 */
export function startMaintenance({ db }: Database): () => void {
  const timer = setInterval(() => {
    // Busy or closing: the next time will do.
    vacuumNextTable(db).catch(() => {})
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Vacuums and analyses the table that needs it most, by the thresholds of PostgreSQL's autovacuum (50 rows and a
 * fifth of the table dead, or a tenth changed).
 * @returns its name; null when none needs it
 */
export async function vacuumNextTable(db: Db): Promise<string | null> {
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const [table] = await query<{ name: string }>(
    db,
    sql`select relid::regclass::text as name from pg_stat_user_tables
      where n_dead_tup > 50 + n_live_tup / 5 or n_mod_since_analyze > 50 + n_live_tup / 10
      order by n_dead_tup + n_mod_since_analyze desc limit 1`,
  )
  if (!table) return null
  await db.execute(sql.raw(`vacuum (analyze) ${table.name}`))
  return table.name
}
