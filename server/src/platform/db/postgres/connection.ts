import { pipeline, Readable } from 'node:stream'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Turn } from '../../fair-queue/fair-queue'
import type { Db } from '../database'
import { drizzleInTransaction, type Rows, type Statement } from '../drizzle-session'
import { QueryError, sqlState, unavailable } from '../query-error'

/** The server's own limit comes first; ours is for a server or a network that is silent. */
const SILENCE_MS = 500

/** A connection of the pool, for as long as it lives. */
export class PostgresConnection {
  /** Its handle for transactions: one for all of them, so that prepared statements are built once. */
  readonly tx: Db
  /** For each statement; null for none. */
  statementMs: number | null = null
  /** That in which it is used. */
  turn: Turn | null = null
  #broken: Error | undefined

  constructor(private readonly client: pg.PoolClient) {
    this.tx = drizzleInTransaction(
      (statement, params) => this.execute(statement, params),
      (target, pieces) => this.#copyIn(target, pieces),
    )
    client.on('error', (error) => {
      this.#broken = error
    })
  }

  execute(statement: Statement, params: unknown[] = [], statementMs = this.statementMs): Promise<Rows> {
    return this.#bounded(statementMs, (done) => {
      const config = { ...statement, values: params } as pg.QueryConfig
      void this.client.query(config, (error: Error | null, result) => done(error, result as Rows))
    })
  }

  #copyIn(target: string, pieces: Iterable<Buffer>): Promise<void> {
    return this.#bounded(this.statementMs, (done) => {
      const stream = this.client.query(from(`COPY ${target} FROM STDIN (FORMAT binary)`))
      pipeline(Readable.from(pieces), stream, (error) => done(error ?? null, undefined))
    })
  }

  /** One promise, since every statement goes through here. */
  #bounded<T>(
    statementMs: number | null,
    run: (done: (error: Error | null, result: T) => void) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const silence = statementMs === null ? undefined : this.#watch(statementMs + SILENCE_MS, reject)
      run((error, result) => {
        clearTimeout(silence)
        if (error) reject(this.#broken && sqlState(error) === null ? unavailable(error) : error)
        else resolve(result)
      })
    })
  }

  #watch(ms: number, reject: (error: Error) => void): NodeJS.Timeout {
    return setTimeout(() => {
      this.#broken = new Error(`the database did not respond for ${ms} ms`)
      reject(unavailable(this.#broken))
    }, ms)
  }

  /** @throws QueryError when a statement had failed and its error was swallowed */
  async commit(): Promise<void> {
    const { command } = await this.execute({ text: 'COMMIT' })
    if (command === 'ROLLBACK') throw new QueryError('25P02', 'a statement had failed', undefined, 'COMMIT')
  }

  async rollback(): Promise<void> {
    if (this.#broken) return
    await this.execute({ text: 'ROLLBACK' }, [], SILENCE_MS).catch((error: Error) => {
      this.#broken = error
    })
  }

  /** Returns it to the pool, which closes it when it is broken. */
  release(): void {
    this.client.release(this.#broken)
    this.turn?.end()
  }
}
