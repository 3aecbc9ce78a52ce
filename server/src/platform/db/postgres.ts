import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from './database'
import { type Limits, PING_MS, within } from './limits'
import { PostgresListener } from './postgres-listener'
import { QueryError, sqlState, translateError, unavailable } from './query-error'
import { drizzleInTransaction, drizzleOver, type Rows, type Statement } from './sessions'
import { insideTransaction, refuseInsideTransaction, retried } from './transaction'

const CONNECTIONS = 10
const CONNECT_MS = 5000
/** The server's own limit comes first; ours is for a server or a network that is silent. */
const SILENCE_MS = 500

const INT8 = pg.types.builtins.INT8
const INT8_ARRAY = 1016 as typeof INT8
pg.types.setTypeParser(INT8, BigInt)
const parseTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY)
pg.types.setTypeParser(INT8_ARRAY, (text) =>
  parseTexts(text).map((value) => (value === null ? null : BigInt(value))),
)

/** The port over a PostgreSQL that is known to answer. */
export function postgresDatabase(databaseUrl: string, limits: Limits): Database {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: limits.waitMs,
    keepAlive: true,
    application_name: 'scanleaf',
    onConnect: (client) => client.query(sessionSettings(limits.statementMs)),
  })
  // An idle connection that breaks is replaced at the next use.
  pool.on('error', () => {})
  const listener = new PostgresListener(databaseUrl)

  async function execute(statement: Statement, params: unknown[]): Promise<Rows> {
    refuseInsideTransaction()
    const connection = await connect(pool)
    try {
      return await connection.execute(statement, params, limits.statementMs)
    } finally {
      connection.release()
    }
  }
  const db = drizzleOver(execute)

  return {
    engine: 'postgres',
    db,
    transaction: (work, options) =>
      retried(async () => {
        const statementMs =
          options?.statementTimeoutMs === undefined ? limits.statementMs : options.statementTimeoutMs
        const connection = await connect(pool)
        const run = (text: string) => connection.execute({ text }, [], statementMs)
        try {
          await run('BEGIN')
          if (statementMs !== limits.statementMs)
            await run(`SET LOCAL statement_timeout = ${statementMs ?? 0}`)
          const tx = drizzleInTransaction((statement, params) =>
            connection.execute(statement, params, statementMs),
          )
          const result = await insideTransaction(() => work(tx))
          const { command } = await run('COMMIT')
          if (command === 'ROLLBACK')
            throw new QueryError('25P02', 'a statement had failed', undefined, 'COMMIT')
          return result
        } catch (error) {
          await connection.rollback()
          throw translateError(error)
        } finally {
          connection.release()
        }
      }),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    use: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => {
      await within(PING_MS, db.execute(sql`select 1`))
    },
    close: async () => {
      await listener.close()
      await pool.end()
    },
  }
}

const sessionSettings = (statementMs: number) => `
  SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'; SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = '30s'`

/** A connection taken from the pool; `release` gives it back, or ends it when it is no longer sound. */
async function connect(pool: pg.Pool) {
  const client = await pool.connect().catch((cause) => {
    throw unavailable(cause)
  })
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)

  async function execute(statement: Statement, params: unknown[], statementMs: number | null): Promise<Rows> {
    try {
      const work = client.query(statement as pg.QueryConfig, params) as unknown as Promise<Rows>
      return await (statementMs === null ? work : answered(work, statementMs + SILENCE_MS))
    } catch (error) {
      throw broken && sqlState(error) === null ? unavailable(error) : error
    }
  }

  async function answered(work: Promise<Rows>, ms: number): Promise<Rows> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        broken = new Error(`the database was silent for ${ms} ms`)
        reject(broken)
      }, ms)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    execute,
    rollback: async () => {
      if (broken) return
      await execute({ text: 'ROLLBACK' }, [], SILENCE_MS).catch((error: Error) => {
        broken = error
      })
    },
    release: () => {
      client.off('error', onError)
      client.release(broken)
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
