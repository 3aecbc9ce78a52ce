import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import {
  PgDatabase,
  PgDialect,
  type PgPreparedQuery,
  type PgQueryResultHKT,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import { followStatement } from '../tracing'
import type { Db } from './database'
import { translateError } from './query-error'

/** A statement as Drizzle hands it to node-postgres. */
export interface Statement {
  text: string
  rowMode?: 'array'
  types?: unknown
}

export interface Rows {
  rows: unknown[]
  rowCount: number
  /** The command's tag, from PostgreSQL. */
  command?: string
}

export type Execute = (statement: Statement, params: unknown[]) => Promise<Rows>

/** Runs a `COPY … FROM STDIN` with all that its binary format needs, in pieces. */
export type CopyIn = (target: string, pieces: Iterable<Buffer>) => Promise<void>

type NoTables = Record<string, never>

const dialect = new PgDialect()

/** Drizzle's session for node-postgres, over either engine, with the errors of the port. */
export class PortSession extends NodePgSession<NoTables, NoTables> {
  /** @param copyIn null outside a transaction */
  constructor(
    execute: Execute,
    private readonly copyIn: CopyIn | null,
  ) {
    super({ query: execute } as unknown as NodePgClient, dialect, undefined)
  }

  /** @param target table and columns, quoted as SQL needs them */
  async copy(target: string, pieces: Iterable<Buffer>): Promise<void> {
    const { copyIn } = this
    if (!copyIn) throw new Error('rows are copied in a transaction')
    const statement = `copy ${target}`
    try {
      await followStatement(statement, () => copyIn(target, pieces))
    } catch (error) {
      throw translateError(error, statement)
    }
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    ...args: Parameters<NodePgSession<NoTables, NoTables>['prepareQuery']>
  ): PgPreparedQuery<T> {
    const prepared = super.prepareQuery<T>(
      ...(args as Parameters<NodePgSession<NoTables, NoTables>['prepareQuery']>),
    )
    const execute = prepared.execute.bind(prepared)
    prepared.execute = async (values) => {
      try {
        return await followStatement(args[0].sql, () => execute(values))
      } catch (error) {
        throw translateError(error, args[0].sql)
      }
    }
    return prepared
  }

  override transaction(): never {
    throw new Error('Transactions are opened by the database port')
  }
}

/** Drizzle over single statements. */
export const drizzleOver = (execute: Execute): Db =>
  new PgDatabase<PgQueryResultHKT, NoTables>(dialect, new PortSession(execute, null), undefined)

/** Drizzle over the connection of one transaction. */
export const drizzleInTransaction = (execute: Execute, copyIn: CopyIn): Db =>
  new NodePgTransaction<NoTables, NoTables>(
    dialect,
    new PortSession(execute, copyIn),
    undefined,
  ) as unknown as Db
