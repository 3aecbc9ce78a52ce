import pg from 'pg'
import type { OwnPostgres } from '../../../scripts/test/postgres.mjs'

/** The first row of a statement, over a connection of its own. */
export async function ask<Row>(server: Pick<OwnPostgres, 'url'>, statement: string): Promise<Row> {
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    return (await client.query(statement)).rows[0]
  } finally {
    await client.end()
  }
}
