import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '../database'
import { drizzleOver } from '../drizzle-session'
import { DatabaseUnreachable, translateError } from '../query-error'
import { type Limits, PING_MS, within } from '../timeouts'
import { insideTransaction, retried } from '../transaction'
import { connectToPrimary, Hosts } from './hosts'
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

export interface PostgresOptions {
  databaseUrl: string
  /** Of a read replica, which may be unreachable; null for none. */
  replicaUrl: string | null
  limits: Limits
  /** The most connections to each of the two. */
  poolSize: number
}

/** The port over a reachable PostgreSQL. */
export function postgresDatabase(
  { databaseUrl, replicaUrl, limits, poolSize }: PostgresOptions,
  hosts = new Hosts(databaseUrl),
): Database {
  const pool = new PostgresPool(hosts, { limits, size: poolSize, isPrimary: true })
  const replica =
    replicaUrl === null
      ? null
      : new PostgresPool(new Hosts(replicaUrl), { limits, size: poolSize, isPrimary: false })
  const db = drizzleOver(pool.execute)
  const listener = new PostgresListener(hosts, async (channel, payload) => {
    await db.execute(sql`select pg_notify(${channel}, ${payload})`)
  })

  return {
    engine: 'postgres',
    db,
    replica: replica ? drizzleOver(replicaReads(replica.execute, pool.execute)) : db,
    replicaLag: replica && (() => replica.replayLag()),
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
    isListening: () => listener.isHearing,
    use: () => pool.use(),
    ping: async () => {
      if (await within(PING_MS, pool.isReadOnly())) throw new DatabaseUnreachable('is read-only')
    },
    close: async () => {
      await listener.close()
      await Promise.all([pool.end(), replica?.end()])
    },
  }
}

/** One connection that the tools and the start use, without limits of time on a statement. */
export function connectOnce(databaseUrl: string, hosts = new Hosts(databaseUrl)): Promise<pg.Client> {
  return connectToPrimary(hosts, ONCE)
}

export const ONCE: pg.ClientConfig = { connectionTimeoutMillis: CONNECT_MS, application_name: 'scanleaf' }
