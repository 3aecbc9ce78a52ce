import type { SQL } from 'drizzle-orm'
import { PgDialect, type PgPreparedQuery, type PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Db } from './database'

type Prepared = PgPreparedQuery<PreparedQueryConfig>

const dialect = new PgDialect()

/**
 * A statement for what every payment runs, with `sql.placeholder` where its values go: built once for a connection of
 * PostgreSQL, which keeps its plan under its name. Building one costs about as much as running it.
 */
export function preparedStatement<Values extends Record<string, unknown>, Row>(
  name: string,
  statement: SQL | ((db: Db) => { prepare(name: string): { execute(): Promise<Row[]> } }),
): (db: Db, values: Values) => Promise<Row[]> {
  const prepared = new WeakMap<object, Prepared>()
  const prepare = (db: Db) =>
    (typeof statement === 'function'
      ? statement(db).prepare(name)
      : db._.session.prepareQuery(dialect.sqlToQuery(statement), undefined, name, false)) as Prepared
  return async (db, values) => {
    const { session } = db._
    const ready = prepared.get(session) ?? prepare(db)
    prepared.set(session, ready)
    const result = await ready.execute(values)
    return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
  }
}
