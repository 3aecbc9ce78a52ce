/**
 * A backup of many codes and files on PostgreSQL, its check, and its restore elsewhere.
 * `npm run bench:backup -- [--json] [--codes=100000] [--megabytes=1024] [--archived-scans=0]`, on a PostgreSQL of its own
 * from installed binaries; the disk needs four times the size of the files. Of archived scans a backup has the sums of
 * each code and day alone.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { fileTable, findFileFaults, listUploads } from '../server/src/features/media'
import { backUp, type Installation } from '../server/src/platform/backup/back-up'
import { restoreBackup } from '../server/src/platform/backup/restore'
import { migrate, openDatabase } from '../server/src/platform/db'
import { openFiles } from '../server/src/platform/files/file-store'
import { seedCodes } from './load/lists-seed'
import { numberOption, Results } from './measure/results'

const codes = numberOption('codes', 100_000)
const megabytes = numberOption('megabytes', 1024)
const archivedScans = numberOption('archived-scans', 0)
/** Of a code that is scanned often, in so many quarters of an hour and with so many values. */
const SCANS_OF_DAY = 166
const QUARTERS_OF_DAY = 79
const VALUES_OF_DAY = 24
/** Codes that are scanned each day of a month. */
const DAYS = 31
/** As large as an uploaded PDF may be. */
const FILE_MB = 10
const GOAL_SECONDS = 300
const UNHURRIED = { statementMs: 3_600_000, waitMs: 60_000 }

async function open(databaseUrl: string, dataDir: string): Promise<Installation> {
  const database = await openDatabase({ databaseUrl, dataDir }, UNHURRIED)
  const files = await openFiles({ dataDir, s3: null })
  return { database, files, dataDir, recorded: listUploads }
}

/** Bytes that no compression makes smaller, as those of a PDF with pictures. */
async function fillFiles({ database, files }: Installation): Promise<void> {
  for (let left = megabytes; left > 0; left -= FILE_MB) {
    const bytes = randomBytes(Math.min(left, FILE_MB) * 1024 * 1024)
    const id = randomBytes(18).toString('base64url')
    const row = { id, userId: 'bench', key: `pdf/${id.slice(0, 2)}/${id}`, name: 'a.pdf', size: bytes.length }
    await files.write(row.key, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await database.db.insert(fileTable).values({ ...row, sha256 })
  }
}

/** What closing leaves of so many scans. */
async function fillSums({ database: { db } }: Installation): Promise<void> {
  const rows = Math.ceil(archivedScans / SCANS_OF_DAY)
  await db.execute(sql`select scan_ensure_month('2026-01-01')`)
  await db.execute(sql`
    insert into scan_breakdowns (subject, minutes, at, keys, scans, uniques, quarters)
    select code.id, 1440, timestamptz '2026-01-01Z' + day * interval '1 day', keys, scans, scans, quarters
    from (select id from user_codes limit ${Math.ceil(rows / DAYS)}) as code, generate_series(0, ${DAYS - 1}) as day,
      (select array_agg('browser:Name ' || value) as keys, array_agg(value) as scans
       from generate_series(1, ${VALUES_OF_DAY}) as value) as of_values,
      (select array_agg(scan_pack_quarter(timestamptz '2026-01-01Z' + quarter * interval '15 minutes', 3, 2)) as quarters
       from generate_series(1, ${QUARTERS_OF_DAY}) as quarter) as of_quarters
    limit ${rows}`)
  await db.execute(sql`vacuum analyze scan_breakdowns`)
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(serverUrl), { pathname: name }).href
}

const results = new Results('backup')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const postgres = await startPostgres({ settings: ['shared_buffers=256MB'] })
try {
  const source = await open(postgres.url, join(folder, 'source'))
  await migrate(source.database)
  await seedCodes(source.database, new Map([['bench', codes]]))
  await fillFiles(source)
  await fillSums(source)
  const target = await open(await createDatabase(postgres.url, 'restored'), join(folder, 'target'))
  const backup = join(folder, 'backup')
  const what = [`${codes} codes`, archivedScans && `${archivedScans} archived scans`, `${megabytes} MiB`]
    .filter(Boolean)
    .join(', ')
  const made = await seconds(() => backUp(source, backup))
  results.record(`backup of ${what}`, made, 's', GOAL_SECONDS, 'lower')
  const restored = await seconds(() => restoreBackup(target, backup))
  results.record(`restore of ${what}`, restored, 's', GOAL_SECONDS, 'lower')
  const faults = await findFileFaults(target, new Date())
  results.record('files that differ after it', faults.length, 'files', 0, 'lower')
  await source.database.close()
  await target.database.close()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
