import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startPostgres } from '../../../../scripts/test/postgres.mjs'
import { systemClock } from '../../platform/clock'
import { openDatabase } from '../../platform/db'
import { migrate, readMigrations } from '../../platform/db/migrate'
import { newBatchId, parseSegmentName } from '../../platform/journal/segment-name'
import { JournalWriter } from '../../platform/journal/writer'
import { aScan } from '../scan'
import { FIRST_CODE, filling } from './filling'
import { fixtureFile, saveDataFolder } from './fixtures'
import { storeFiles } from './full-installation'

/*
 * `npm run db:fixture` writes a filled database of this version, as pg_dump has it: schema, functions and rows, and its
 * data folder: stored files, and scans that no worker has imported. Both are made when a version is released, and kept for
 * all later ones.
 */

const SIZE = { users: 20, codes: 100 }
const FIXED = `timestamptz '2026-11-01 00:00Z'`

const rethrow = (failure: Error) => {
  throw failure
}

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
const name = readMigrations().at(-1)?.name ?? ''
const file = fixtureFile(name)
writeFileSync(file, gzipSync(statements.join('\n--> statement-breakpoint\n'), { level: 9 }))
process.stdout.write(`${file}: ${statements.length} statements\n`)

const dataDir = await mkdtemp(join(tmpdir(), 'scanleaf-fixture-'))
await storeFiles(dataDir)
const journalFolder = join(dataDir, 'journal')
const journal = new JournalWriter({
  ...{ folder: journalFolder, durability: 'sync', processKey: newBatchId(), clock: systemClock },
  ...{ store: () => Promise.reject(new Error('the journal was not written')) },
  ...{ onUnwritable: rethrow, onWritable: () => {}, onUnsynced: rethrow },
})
for (const visitor of ['a', 'b'])
  await new Promise<void>((resolve, reject) => {
    const record = aScan(FIRST_CODE, { at: Date.parse('2026-11-01T00:00:00Z'), visitor })
    journal.append(record, (isStored) =>
      isStored ? resolve() : reject(new Error('the scan was not stored')),
    )
  })
await journal.close()
for (const file of await readdir(journalFolder)) {
  const segment = parseSegmentName(file)
  if (!segment) continue
  // The same name each time, of a process that has ended.
  await rename(
    join(journalFolder, file),
    join(journalFolder, `1793491200000-00000000-1-${'0'.repeat(32)}-${'1'.repeat(32)}.closed`),
  )
}
saveDataFolder(name, dataDir)
await rm(dataDir, { recursive: true })
