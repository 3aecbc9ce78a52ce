import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What a repository function takes: the database itself or a transaction handle of it. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

/**
 * The one database port, the same on the embedded engine and on PostgreSQL: int8 arrives as bigint, timestamptz as
 * text, in raw queries on both.
 */
export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** For single statements outside a transaction. */
  readonly db: Db
  /**
   * Runs `work` in one transaction. Serialization failures and deadlocks (40001, 40P01) are tried up to three times
   * in all, with jitter; so `work` must touch nothing but its handle.
   */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** Subscribes to a NOTIFY channel; resolves to the unsubscribe. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** Rejects when the database cannot answer a trivial query within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The rows of a hand-written statement. */
export async function query<Row extends Record<string, unknown>>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}
