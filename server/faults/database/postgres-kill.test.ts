import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/test/postgres.mjs'

test('a PostgreSQL killed while it works on a query starts again on the same data', async () => {
  const postgres = await startPostgres()
  try {
    await query(postgres.url, 'CREATE TABLE kept AS SELECT 1 AS number')
    const busy = new pg.Client(postgres.url)
    busy.on('error', () => {})
    await busy.connect()
    // A busy process does not notice that its server has exited until it waits for something.
    const sum = busy.query('SELECT sum(number) FROM generate_series(1, 10000000) AS number').catch(() => {})
    await query(postgres.url, 'SELECT 1')
    await postgres.kill()
    await postgres.start()
    await sum
    expect(await query(postgres.url, 'SELECT number FROM kept')).toEqual([{ number: 1 }])
  } finally {
    await postgres.stop()
  }
})

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
