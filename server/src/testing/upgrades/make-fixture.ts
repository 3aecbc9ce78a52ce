import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startPostgres } from '../../../../scripts/test/postgres.mjs'
import { openDatabase } from '../../platform/db'
import { migrate, readMigrations } from '../../platform/db/migrate'
import { filling } from './filling'
import { fixtureFile } from './fixtures'

/*
 * `npm run db:fixture` writes a filled database of this version, as pg_dump has it: schema, functions and rows. It is made
 * when a version is released, and kept for all later ones.
 */

const SIZE = { users: 20, codes: 100 }
const FIXED = `timestamptz '2026-11-01 00:00Z'`

const postgres = await startPostgres()
const database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' })
await migrate(database)
await database.close()
const client = new pg.Client(postgres.url)
await client.connect()
for (const statement of filling(SIZE)) await client.query(statement)
// The same bytes each time.
for (const table of ['schema_migrations', 'schema_functions'])
  await client.query(`update ${table} set applied_at = ${FIXED}`)
await client.query(`update plans set updated_at = ${FIXED}`)
await client.query(
  `update trusted_clock set trusted_at = ${FIXED}, seen_at = ${FIXED}, steady_from = ${FIXED} - interval '30 days'`,
)
await client.end()

const dumped = spawnSync(
  'pg_dump',
  ['--no-owner', '--no-privileges', '--rows-per-insert=1000', postgres.url],
  {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  },
)
await postgres.stop()
if (dumped.status !== 0) throw new Error(dumped.stderr || String(dumped.error))
// Each object of pg_dump is one statement, but for settings of the session between them, and before the first.
const statements = dumped.stdout
  .split(/^--\n-- (?:Data for )?Name: .*\n--\n/m)
  .slice(1)
  .map((text) => text.replace(/^\\.*|^-- .*|^--$|^SET default_.*;$/gm, '').trim())
const file = fixtureFile(readMigrations().at(-1)?.name ?? '')
writeFileSync(file, gzipSync(statements.join('\n--> statement-breakpoint\n'), { level: 9 }))
process.stdout.write(`${file}: ${statements.length} statements\n`)
