/**
 * A backup of many codes and files on PostgreSQL, its check, and its restore elsewhere.
 * `npm run bench:backup -- [--json] [--codes=100000] [--megabytes=1024]`, on a PostgreSQL of its own from installed
 * binaries; the disk needs four times the size of the files.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { fileTable, findFileFaults } from '../server/src/features/media'
import { backUp, type Installation } from '../server/src/platform/backup/back-up'
import { restoreBackup } from '../server/src/platform/backup/restore'
import { migrate, openDatabase } from '../server/src/platform/db'
import { openFiles } from '../server/src/platform/files/file-store'
import { seedCodes } from './lists-seed'
import { numberOption, Results } from './results'

const codes = numberOption('codes', 100_000)
const megabytes = numberOption('megabytes', 1024)
/** As large as an uploaded PDF may be. */
const FILE_MB = 10
const GOAL_SECONDS = 300
const UNHURRIED = { statementMs: 3_600_000, waitMs: 60_000 }

async function open(databaseUrl: string, dataDir: string): Promise<Installation> {
  const database = await openDatabase({ databaseUrl, dataDir }, UNHURRIED)
  return { database, files: await openFiles({ dataDir, s3: null }), dataDir }
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
  const target = await open(await createDatabase(postgres.url, 'restored'), join(folder, 'target'))
  const backup = join(folder, 'backup')
  const what = `${codes} codes and ${megabytes} MiB`
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
