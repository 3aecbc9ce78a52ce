import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { eraseScans, exportScans, sealOwner, unarchivedDays } from '../../src/features/scans'
import { openDatabase } from '../../src/platform/db'
import type { Database } from '../../src/platform/db/database'
import type { FileStore } from '../../src/platform/files/file-store'
import { aScan, givenScans } from '../../src/testing/scan'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

/** Days that the log has, nearly seven years. */
const DAYS = 2_500
/** Room for some 4,000 locks; a statement that plans over all days takes one for each of them and of their indexes. */
const SETTINGS = ['fsync=off', 'max_connections=40', 'max_locks_per_transaction=64']
/** Days before today that have a scan of the code, from the oldest partition to today. */
const SCANNED = [2_499, 1_300, 700, 80, 0]
const QR = 'qrcode'
const DAY_MS = 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-many-days-'))
let postgres: OwnPostgres
let client: pg.Client
let settings: Record<string, string>
let program: Program
let database: Database
let person: Person
let scanned: string
let unscanned: string

beforeAll(async () => {
  postgres = await startPostgres({ settings: SETTINGS })
  client = new pg.Client(postgres.url)
  await client.connect()
  settings = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), BILLING: 'off' }
  program = await startProgram(settings)
  await program.ready
  person = await Person.register(program.url)
  scanned = await person.createCode(program.url, 'https://example.com/1')
  unscanned = await person.createCode(program.url, 'https://example.com/2')
  // In parts, each of which takes locks of its own.
  for (let ago = DAYS; ago > 0; ago -= 100)
    await client.query(
      `select scan_ensure_day((now() at time zone 'UTC')::date - ago)
       from generate_series($1::int - 1, greatest($1::int - 100, 0), -1) as ago`,
      [ago],
    )
  database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder })
  await givenScans(
    database,
    SCANNED.map((ago) => aScan(scanned, { at: Date.now() - ago * DAY_MS, visitor: String(ago) })),
  )
}, 600_000)
afterAll(async () => {
  await database.close()
  await client.end()
  await killPrograms()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Without an archive nothing is stored. */
const NO_FILES = {} as FileStore

const owner = async () =>
  (await client.query('select user_id as id from scan_codes limit 1')).rows[0].id as string

test('recent scans go back to the first day, of a code that was never scanned too', async () => {
  const recent = (id: string) =>
    person.get<unknown[]>(program.url, `${QR}/user-codes/${id}/scans/recent?limit=50`)
  expect(await recent(scanned)).toHaveLength(SCANNED.length)
  expect(await recent(unscanned)).toEqual([])
})

test.for(['scans.csv', 'user-codes/ID/scans.csv'])('the CSV file %s has all scans', async (path) => {
  const [from, to] = [DAYS, 0].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10))
  const csv = await person.text(
    program.url,
    `${QR}/${path.replace('ID', scanned)}?from=${from}&to=${to}&zone=UTC&dialect=rfc4180`,
  )
  expect(csv.trim().split('\r\n')).toHaveLength(SCANNED.length + 1)
  const times = csv.trim().split('\r\n').slice(1)
  expect(times).toEqual(times.toSorted())
})

test('the export of an account has all scans', async () => {
  let rows = 0
  for await (const entry of exportScans({ database, files: NO_FILES, language: 'vi' })(await owner()))
    if (/scans\/\d/.test(entry.path) && 'read' in entry)
      rows += (await Readable.from(entry.read()).toArray()).join('').trim().split('\r\n').length - 1
  expect(rows).toBe(SCANNED.length)
})

test('the doctor compares the counters with the whole log', async () => {
  const { code, out } = await runTool('doctor-cli', [], settings)
  expect(code, out).toBe(0)
  await client.query('update scan_counters set scans = scans + 1 where code_id = $1', [scanned])
  expect((await runTool('doctor-cli', [], settings)).out).toContain(
    `counter ${SCANNED.length + 1}, log ${SCANNED.length}`,
  )
})

test('a month of years ago is counted again', async () => {
  const month = new Date(Date.now() - Math.max(...SCANNED) * DAY_MS).toISOString().slice(0, 7)
  const { code, out, complaint } = await runTool('recount-cli', [month], settings)
  expect(code, out + complaint).toBe(0)
})

test('the database is dumped', async () => {
  const { code, out, complaint } = await runTool('backup-cli', ['backup', join(folder, 'backup')], settings)
  expect(code, out + complaint).toBe(0)
})

test('the days without an archive are found', async () => {
  // All but today.
  expect(await unarchivedDays(database)).toBe(SCANNED.length - 1)
})

test('no job fails', async () => {
  const { rows } = await client.query(`update job_rounds set due_at = now() returning name`)
  for (const { name } of rows) await client.query('select pg_notify($1, $2)', ['jobs_wanted', name])
  const unfinished = async () =>
    (await client.query('select name from job_rounds where due_at < now() or lease_until > now()')).rows
  await expect.poll(unfinished, { timeout: 60_000 }).toEqual([])
  expect((await client.query('select name from job_rounds where failures > 0')).rows).toEqual([])
  expect(program.said()).not.toContain('shared memory')
})

test('all scans of an owner are erased', async () => {
  const id = await owner()
  await sealOwner(database, id)
  await eraseScans({ database, files: NO_FILES }, id)
  expect((await client.query(`select count(*)::int as n from scan_quarters`)).rows).toEqual([{ n: 0 }])
})
