import pg from 'pg'
import { FairQueue } from '../../fair-queue/fair-queue'
import type { PoolUse } from '../database'
import type { Execute } from '../drizzle-session'
import { unavailable } from '../query-error'
import type { Limits } from '../timeouts'
import { refuseInsideTransaction } from '../transaction'
import { PostgresConnection } from './connection'
import { acceptPrimary, type Hosts, READ_ONLY } from './hosts'

/** Maximum time that a server is used after it stopped being the primary. */
const CHECK_PRIMARY_MS = 2_000
/** How long a primary is used at most that was replaced and takes writes all the same: each such check asks all hosts. */
const SURVEY_EVERY_CHECKS = 5

interface PoolOptions {
  limits: Limits
  /** The most connections. */
  size: number
  /** False for a replica, which is read-only by nature. */
  isPrimary: boolean
}

/** What one lane may have of the connections. Jobs may have the rest, so that those who wait for a page have this much. */
const SHARE_OF_LANE = 1 / 3

/** The connections to one server, which accounts, addresses and jobs use in turn. */
export class PostgresPool {
  #pool: pg.Pool
  readonly #turns: FairQueue
  readonly #checks: NodeJS.Timeout | undefined
  #checked = 0
  readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>()

  constructor(
    private readonly hosts: Hosts,
    private readonly options: PoolOptions,
  ) {
    this.#pool = this.#open()
    const { size, limits } = options
    const share = Math.max(1, Math.floor(size * SHARE_OF_LANE))
    this.#turns = new FairQueue({
      ...{ name: 'database', running: size, runningOfLane: share, waitMs: limits.waitMs },
      ...{ runningOfBackground: Math.max(1, size - share) },
      ...{ waiting: Number.POSITIVE_INFINITY, waitingOfLane: Number.POSITIVE_INFINITY },
      late: () => unavailable(new Error(`no connection was free for ${limits.waitMs} ms`)),
    })
    if (options.isPrimary) this.#checks = setInterval(() => void this.#check(), CHECK_PRIMARY_MS).unref()
  }

  #open(): pg.Pool {
    const { hosts } = this
    const { limits, size, isPrimary } = this.options
    const pool = new pg.Pool({
      Client: class extends pg.Client {
        constructor(options?: pg.ClientConfig) {
          super({ ...options, connectionString: hosts.current })
        }
      },
      max: size,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      application_name: 'scanleaf',
      async onConnect(client) {
        // Several statements in one round trip answer with an array, which the types do not know.
        const results = (await client.query(
          `${sessionSettings(limits.statementMs)}; ${READ_ONLY}`,
        )) as unknown as pg.QueryResult[]
        if (isPrimary) await acceptPrimary(client, hosts, results.at(-1)?.rows[0].read_only)
      },
    })
    // An idle connection that breaks is replaced at the next use.
    pool.on('error', () => {})
    return pool
  }

  /** @throws AppError ServiceUnavailable when none is free or to be had in time */
  async connect(statementMs: number | null): Promise<PostgresConnection> {
    const turn = this.#turns.enter()
    await turn.come
    const client = await this.#clientOf(this.hosts.count).catch((error) => {
      turn.end()
      throw error
    })
    const connection = this.#connections.get(client) ?? new PostgresConnection(client)
    this.#connections.set(client, connection)
    connection.statementMs = statementMs
    connection.turn = turn
    return connection
  }

  /** Each host is asked once. */
  async #clientOf(tries: number): Promise<pg.PoolClient> {
    const url = this.hosts.current
    try {
      return await this.#pool.connect()
    } catch (cause) {
      const isExhausted = this.#pool.totalCount >= this.options.size
      if (!isExhausted) this.hosts.leave(url)
      if (isExhausted || tries <= 1) throw unavailable(cause)
      return this.#clientOf(tries - 1)
    }
  }

  /**
   * After a switchover connections to the old primary may live on: they can write nothing any more, or what they write is
   * lost.
   */
  async #check(): Promise<void> {
    const url = this.hosts.current
    if (this.#pool.totalCount === 0) return
    const isSurvey = ++this.#checked % SURVEY_EVERY_CHECKS === 0
    // What it throws is said where it matters, at a start.
    if (isSurvey) await this.hosts.survey({ connectionTimeoutMillis: CHECK_PRIMARY_MS }).catch(() => {})
    const isReplaced = isSurvey && this.hosts.current !== url
    if (!isReplaced && !(await this.isReadOnly().catch(() => false))) return
    // Closed meanwhile.
    if (this.#pool.ending) return
    this.hosts.leave(url)
    const left = this.#pool
    this.#pool = this.#open()
    await left.end()
  }

  async isReadOnly(): Promise<boolean> {
    const { rows } = await this.execute({ text: READ_ONLY }, [])
    return (rows as { read_only: boolean }[])[0]?.read_only === true
  }

  /** Of a replica, in seconds. */
  async replayLag(): Promise<number> {
    const { rows } = await this.execute({ text: REPLAY_LAG }, [])
    return (rows as { seconds: number }[])[0]?.seconds ?? 0
  }

  /** A single statement outside a transaction. */
  readonly execute: Execute = async (statement, params) => {
    refuseInsideTransaction()
    const connection = await this.connect(this.options.limits.statementMs)
    try {
      return await connection.execute(statement, params)
    } finally {
      connection.release()
    }
  }

  use(): PoolUse {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return {
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount + this.#turns.waiting,
    }
  }

  end(): Promise<void> {
    clearInterval(this.#checks)
    return this.#pool.end()
  }
}

/** Null before the first transaction after its start; a server that was promoted falls ever further behind. */
const REPLAY_LAG = `
  select greatest(0, extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()))::float8 as seconds`

const sessionSettings = (statementMs: number) => `
  SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'; SET statement_timeout = ${statementMs};
  SET idle_in_transaction_session_timeout = '30s'`
