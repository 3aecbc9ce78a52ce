import pg from 'pg'
import type { PoolUse } from '../database'
import type { Execute } from '../drizzle-session'
import { unavailable } from '../query-error'
import type { Limits } from '../timeouts'
import { refuseInsideTransaction } from '../transaction'
import { PostgresConnection } from './connection'

const CONNECTIONS = 10

/** The connections to one server. */
export class PostgresPool {
  readonly #pool: pg.Pool
  readonly #limits: Limits
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>()

  constructor(databaseUrl: string, limits: Limits) {
    this.#limits = limits
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      application_name: 'scanleaf',
      onConnect: (client) => client.query(sessionSettings(limits.statementMs)),
    })
    // An idle connection that breaks is replaced at the next use.
    this.#pool.on('error', () => {})
  }

  /** @throws AppError ServiceUnavailable when none is free or to be had in time */
  async connect(statementMs: number | null): Promise<PostgresConnection> {
    const client = await this.#pool.connect().catch((cause) => {
      throw unavailable(cause)
    })
    const connection = this.#connections.get(client) ?? new PostgresConnection(client)
    this.#connections.set(client, connection)
    connection.statementMs = statementMs
    return connection
  }

  /** A single statement outside a transaction. */
  readonly execute: Execute = async (statement, params) => {
    refuseInsideTransaction()
    const connection = await this.connect(this.#limits.statementMs)
    try {
      return await connection.execute(statement, params)
    } finally {
      connection.release()
    }
  }

  use(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

const sessionSettings = (statementMs: number) => `
  SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'; SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = '30s'`
