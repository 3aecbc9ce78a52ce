import { SQL, sql } from 'drizzle-orm'
import type { Database, Db } from '../db/database'

/** What pg-boss asks of a database. */
export interface BossDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** The database port for pg-boss, on both engines. */
export const bossDatabase = (database: Database): BossDatabase => ({
  executeSql: async (text, values = []) => {
    const work = LOCKED.exec(text)?.groups?.['work']
    if (work === undefined) return rowsOf(database.db, new NumberedStatement(text, values))
    await database.transaction(async (tx) => {
      for (const part of work.split(/;\s*\n/)) if (part.trim() !== '') await tx.execute(sql.raw(part))
    })
    return { rows: [] }
  },
})

/** Its maintenance comes as one text with a transaction in it; the embedded engine takes one statement at a time. */
const LOCKED = /^\s*BEGIN;(?<work>[\s\S]*)COMMIT;\s*$/

const rowsOf = async (db: Db, statement: SQL) =>
  (await db.execute(statement)) as unknown as { rows: unknown[] }

/** A text that numbers its parameters itself, some more than once; drivers take undefined for no value at all. */
class NumberedStatement extends SQL {
  readonly #query: { sql: string; params: unknown[] }

  constructor(text: string, values: unknown[]) {
    super([])
    this.#query = { sql: text, params: values.map((value) => value ?? null) }
  }

  override toQuery() {
    return this.#query
  }
}
