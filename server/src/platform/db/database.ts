import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** The database itself or a transaction handle of it, for repository functions. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>

export interface TransactionOptions {
  /**
   * Longest time of one statement; null for none (migrations, dumps). 2 s by default. The embedded engine cannot
   * stop a statement (docs/decisions/databases.md), so there only the size of the work keeps it short.
   */
  statementTimeoutMs?: number | null
}

/** Busy and idle connections, and work that waits for one; the embedded engine has one connection. */
export interface PoolUse {
  busy: number
  idle: number
  waiting: number
}

/**
 * The one database port, the same on the embedded engine and on PostgreSQL: int8 arrives as bigint, timestamptz as
 * text in UTC, in raw queries on both.
 *
 * Every call can fail with AppError `ServiceUnavailable` (connection lost, no free connection within a second, a
 * statement over its time, disk full), else with QueryError.
 */
export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** For single statements outside a transaction. Used inside one it throws: there the handle must be used. */
  readonly db: Db
  /** For reads that may be slightly stale: a replica where there is one and it responds, else the same as `db`. */
  readonly replica: Db
  /**
   * Seconds since the last transaction that the replica has replayed; null where there is none. Each process writes its
   * heartbeat every 15 seconds, so it stays below that while the replica keeps up. Rejects when the replica does not
   * answer.
   */
  readonly replicaLag: (() => Promise<number>) | null
  /**
   * Runs `work` in one transaction. Serialization failures and deadlocks (40001, 40P01) are tried up to three times
   * in all, with jitter; so `work` must touch nothing but its handle.
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Subscribes to a NOTIFY channel (a plain lower-case name); resolves to the unsubscribe. An empty payload says
   * that notifications may have been lost (the connection was down for a while): drop all caches that depend on them.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** False while notifications do not arrive; then caches that depend on them may be stale. */
  isListening(): boolean
  /** How much of it is in use now. */
  use(): PoolUse
  /** Rejects when the database cannot answer a trivial query within two seconds. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The rows of a hand-written statement. */
export async function query<Row extends Record<string, unknown>>(db: Db, statement: SQL): Promise<Row[]> {
  const result = (await db.execute(statement)) as unknown as { rows: Row[] }
  return result.rows
}

/** Reads within a transaction, which would otherwise keep the locks of all that it reads to its end. */
export async function readAndUnlock<T>(tx: Db, read: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint reading`)
  const found = await read()
  await tx.execute(sql`rollback to savepoint reading`)
  await tx.execute(sql`release savepoint reading`)
  return found
}
