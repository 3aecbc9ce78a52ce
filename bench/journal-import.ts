/**
 * Cost of a scan on its way from the journal into PostgreSQL: the log, visitors, counters and roll-ups, as the importer
 * stores them.
 * `npm run bench:journal-import -- [--json] [--scans=200000] [--codes=10000]`, on a PostgreSQL of its own from installed
 * binaries.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { scanStore } from '../server/src/features/scans'
import { migrate, openDatabase } from '../server/src/platform/db'
import { type Database, query } from '../server/src/platform/db/database'
import { encodeScan } from '../server/src/platform/journal/scan-record'
import { seedCodes } from './lists-seed'
import { numberOption, Results } from './results'

const scans = numberOption('scans', 200_000)
const codes = numberOption('codes', 10_000)
/** As much as one transaction of the importer takes. */
const PER_BATCH = 2_000
const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 13; SM-A536E) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
]
const LOG_TABLES = ['scans', 'scan_visitors', 'scan_quarters', 'scan_facets']

/** Scans of one minute all over the codes, most of them by somebody new. */
function batchOf(codeIds: readonly string[], first: number): string[] {
  return Array.from({ length: PER_BATCH }, (_, index) =>
    encodeScan({
      codeId: codeIds[Math.floor(Math.random() ** 2 * codeIds.length)] as string,
      at: Date.UTC(2026, 10, 1) + (first + index) * 10,
      method: 'GET',
      userAgent: AGENTS[index % AGENTS.length] as string,
      referrer: '',
      acceptLanguage: 'vi-VN,vi;q=0.9,en;q=0.8',
      purpose: '',
      visitor: randomBytes(16).toString('hex'),
      country: 'VN',
    }),
  )
}

async function bytesOf({ db }: Database, tables: readonly string[]): Promise<number> {
  const [found] = await query<{ bytes: bigint }>(
    db,
    sql`select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint as bytes from (
      select relid from unnest(${sql.raw(`array[${tables.map((table) => `'${table}'`).join()}]`)}) as named (name),
        pg_partition_tree(named.name::regclass)) as each`,
  )
  return Number(found?.bytes ?? 0)
}

const results = new Results('journal-import')
const postgres = await startPostgres({ settings: ['shared_buffers=256MB', 'max_wal_size=2GB'] })
try {
  const options = { databaseUrl: postgres.url, dataDir: '' }
  const database = await openDatabase(options, { statementMs: 600_000, waitMs: 60_000 })
  await migrate(database)
  await seedCodes(database, new Map([['bench', codes]]))
  const rows = await query<{ id: string }>(database.db, sql`select id from user_codes`)
  const codeIds = rows.map(({ id }) => id)
  const store = scanStore(database)
  const batches = Array.from({ length: Math.ceil(scans / PER_BATCH) }, (_, n) =>
    batchOf(codeIds, n * PER_BATCH),
  )
  const total = batches.length * PER_BATCH
  const before = process.cpuUsage()
  const startedAt = performance.now()
  for (const records of batches) await store(randomBytes(16).toString('hex'), records)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  results.record('scans moved a second', total / seconds, '1/s', 2_000, 'higher')
  results.record('processor of the importer a scan', (user + system) / total, 'µs', 250, 'lower')
  results.record(
    'log, visitors and roll-ups a scan',
    (await bytesOf(database, LOG_TABLES)) / total,
    'bytes',
    1_500,
    'lower',
  )
  await database.close()
} finally {
  await postgres.stop()
}
results.print()
