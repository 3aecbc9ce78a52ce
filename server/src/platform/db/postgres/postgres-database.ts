import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '../database'
import { drizzleOver } from '../drizzle-session'
import { translateError } from '../query-error'
import { type Limits, PING_MS, within } from '../timeouts'
import { insideTransaction, retried } from '../transaction'
import { PostgresListener } from './listener'
import { PostgresPool } from './pool'
import { replicaReads } from './replica-reads'

const CONNECT_MS = 5000

const INT8 = pg.types.builtins.INT8
const INT8_ARRAY = 1016 as typeof INT8
pg.types.setTypeParser(INT8, BigInt)
const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY)
pg.types.setTypeParser(INT8_ARRAY, (text) =>
  parseTexts(text).map((value) => (value === null ? null : BigInt(value))),
)

/**
 * The port over a reachable PostgreSQL.
 * @param replicaUrl of a read replica, which may be unreachable; null for none
 */
export function postgresDatabase(databaseUrl: string, replicaUrl: string | null, limits: Limits): Database {
  const pool = new PostgresPool(databaseUrl, limits)
  const replica = replicaUrl === null ? null : new PostgresPool(replicaUrl, limits)
  const listener = new PostgresListener(databaseUrl)
  const db = drizzleOver(pool.execute)

  return {
    engine: 'postgres',
    db,
    replica: replica ? drizzleOver(replicaReads(replica.execute, pool.execute)) : db,
    transaction: (work, options) =>
      retried(async () => {
        const { statementTimeoutMs: statementMs = limits.statementMs } = options ?? {}
        const connection = await pool.connect(statementMs)
        try {
          await connection.execute({ text: 'BEGIN' })
          if (statementMs !== limits.statementMs)
            await connection.execute({ text: `SET LOCAL statement_timeout = ${statementMs ?? 0}` })
          const result = await insideTransaction(() => work(connection.tx))
          await connection.commit()
          return result
        } catch (error) {
          await connection.rollback()
          throw translateError(error)
        } finally {
          connection.release()
        }
      }),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    use: () => pool.use(),
    ping: async () => {
      await within(PING_MS, db.execute(sql`select 1`))
    },
    close: async () => {
      await listener.close()
      await Promise.all([pool.end(), replica?.end()])
    },
  }
}

/** One connection that the tools and the start use, without limits of time on a statement. */
export async function connectOnce(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'scanleaf',
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
