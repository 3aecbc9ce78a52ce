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

type NoTables = Record<string, never>

/** Drizzle's session for node-postgres, over either engine, with the errors of the port. */
class PortSession extends NodePgSession<NoTables, NoTables> {
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

const dialect = new PgDialect()

const sessionOver = (execute: Execute) =>
  new PortSession({ query: execute } as unknown as NodePgClient, dialect, undefined)

/** Drizzle over single statements. */
export const drizzleOver = (execute: Execute): Db =>
  new PgDatabase<PgQueryResultHKT, NoTables>(dialect, sessionOver(execute), undefined)

/** Drizzle over the connection of one transaction. */
export const drizzleInTransaction = (execute: Execute): Db =>
  new NodePgTransaction<NoTables, NoTables>(dialect, sessionOver(execute), undefined) as unknown as Db
