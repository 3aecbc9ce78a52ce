import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccountExports, InstallationStatus } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pdfOf } from '../../src/features/media/testing'
import { openDatabase } from '../../src/platform/db'
import { type Database, query } from '../../src/platform/db/database'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const WRONG_CLOCK = pathToFileURL(join(import.meta.dirname, '../harness/wrong-clock.mjs')).href
const DAY_MS = 86_400_000
const SETUP_TOKEN = 'set-up-token-of-the-faults'
const WAITS = 'a job waits until the clock is trusted'
const IRREVERSIBLE = ['account-deletions', 'billing-expiry', 'billing-renewals', 'scan-retention']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-leap-'))
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({
  DATA_DIR: folder,
  SETUP_TOKEN,
  SCANS_KEEP_DAYS: '30',
  BANK_BIN: '970436',
  BANK_ACCOUNT_NUMBER: '1012345678',
  BANK_ACCOUNT_NAME: 'NGUYEN VAN AN',
})

/** The whole machine, and with it the embedded database, is that many days ahead. */
async function start(aheadDays: number): Promise<Program> {
  const wrong = { NODE_OPTIONS: `--import=${WRONG_CLOCK}`, CLOCK_WRONG_BY_MS: String(aheadDays * DAY_MS) }
  const program = await startProgram({ ...settings(), ...(aheadDays !== 0 && wrong) })
  await program.ready
  return program
}

async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** What time must not have touched. */
const kept = () =>
  inDatabase(async ({ db }) => {
    const [row] = await query(
      db,
      sql`select (select count(*) from users)::int as users, (select count(*) from erasures)::int as erasures,
        (select status from subscriptions where plan = 'basic') as plan,
        (select count(*) from invoices)::int as invoices, (select status from payments) as payment,
        (select count(*) from exports where key is not null)::int as exports,
        (select count(*) from files)::int as pdfs, (select count(*) from idempotency_keys)::int as calls,
        (select count(*) from scan_batches)::int as batches,
        (select count(*) from scan_rows)::int as scans, (select count(*) from mail_outbox)::int as mails,
        (select parts_until < now() + interval '1 hour' from scan_closing) as "isOpen"`,
    )
    return row
  })

const storedFiles = (): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

/** A file without a row; `ageDays` old. */
function orphan(name: string, ageDays: number): void {
  const path = join(folder, 'files', 'images', name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, 'x')
  const at = Date.now() / 1000 - ageDays * 86_400
  utimesSync(path, at, at)
}

/** An account in its grace, a paid plan, an unpaid transfer, an export, files that nobody uses, and scans of old days. */
async function givenInstallation(): Promise<Person> {
  const program = await start(0)
  const mai = await Person.register(program.url, { setupToken: SETUP_TOKEN })
  const id = await mai.createCode(program.url, 'https://example.com/')
  const { dynamicId } = await mai.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
  await fetch(`${program.publicUrl}/${dynamicId}`, { redirect: 'manual' })
  await mai.uploadPdf(program.url, new Uint8Array(pdfOf(2000)))
  const order = { amount: 50_000, paymentType: 'bank-transfer' }
  await mai.post(program.url, 'billing/transactions', order, randomUUID())
  const headers = { authorization: `Bearer ${mai.token}` }
  expect((await fetch(`${program.url}/identity/exports`, { method: 'POST', headers })).status).toBe(202)
  const leaving = await Person.register(program.url)
  const isMade = async () => {
    const reply = await fetch(`${program.url}/identity/exports`, { headers })
    const { result } = (await reply.json()) as { result: AccountExports }
    return result.exports[0]?.status
  }
  await expect.poll(isMade).toBe('ready')
  await program.kill('SIGTERM')
  await inDatabase(async ({ db }) => {
    await db.execute(sql`update users set deleting_at = now() + interval '14 days'
      where username = ${leaving.username}`)
    await db.execute(sql`
      insert into subscriptions (user_id, plan, price, paid, start_at, end_at, created_at)
      select id::text, 'basic', 99000, 99000, now(), now() + interval '10 days', now() from users
      where deleting_at is null
      on conflict (user_id) do update set plan = excluded.plan, price = excluded.price, paid = excluded.paid,
        start_at = excluded.start_at, end_at = excluded.end_at`)
    await db.execute(sql`update job_rounds set due_at = now()`)
  })
  orphan('of-yesterday', 0.5)
  orphan('of-last-week', 7)
  return mai
}

/** Every job has done what it has to since the program started. */
async function jobsDone(admin: Person, { url }: Program, since: string): Promise<void> {
  const undone = async () =>
    (await admin.get<InstallationStatus>(url, 'admin/status')).jobs
      .filter(({ doneAt }) => doneAt === null || doneAt < since)
      .map(({ name }) => name)
  await expect.poll(undone).toEqual([])
}

test('a machine whose clock is 40 days ahead for a while erases, charges and ends nothing, and goes on when it is right', async () => {
  const mai = await givenInstallation()
  const before = await kept()
  expect(before).toMatchObject({
    users: 2,
    plan: 'active',
    payment: 'pending',
    exports: 1,
    pdfs: 1,
    scans: 1,
  })
  const wrong = await start(40)
  for (const job of IRREVERSIBLE) {
    const lines = () =>
      wrong
        .said()
        .split('\n')
        .filter((line) => line.includes(WAITS))
    const isToldOf = () => lines().some((line) => line.includes(`"job":"${job}"`))
    await expect.poll(isToldOf, { message: job }).toBe(true)
  }
  expect(wrong.said()).toContain('"due":{"accounts":1}')
  expect(wrong.said()).toContain('"due":{"subscriptions":1}')
  expect(wrong.said()).toContain('"due":{"payments":1}')
  // The cleanup of files has run: what is old by the right clock is gone.
  await expect.poll(storedFiles).not.toContain('of-last-week')
  expect(storedFiles()).toContain('of-yesterday')
  await wrong.kill('SIGTERM')
  const files = storedFiles()
  expect(await kept()).toEqual(before)

  await inDatabase(async ({ db }) => {
    await db.execute(
      sql`update users set deleting_at = now() - interval '1 hour' where deleting_at is not null`,
    )
    await db.execute(sql`update subscriptions set end_at = now() where plan = 'basic'`)
  })
  // Jobs that the wrong clock planned for in 40 days are due, too.
  const since = new Date().toISOString()
  const right = await start(0)
  await jobsDone(mai, right, since)
  expect(right.said()).not.toContain(WAITS)
  await right.kill('SIGTERM')
  expect(await kept()).toMatchObject({
    users: 1,
    erasures: 1,
    plan: 'pending',
    payment: 'pending',
    exports: 1,
  })
  // The status page writes a file to try the disk, which a stop may leave behind.
  expect(storedFiles()).toEqual(expect.arrayContaining(files))
  const [invoice] = await inDatabase(({ db }) =>
    query<{ isNow: boolean }>(
      db,
      sql`select abs(extract(epoch from issued_at - now())) < 3600 as "isNow" from invoices`,
    ),
  )
  expect(invoice).toEqual({ isNow: true })
})

test('a server that was off for a month waits, says so to the doctor, and goes on when its clock is confirmed', async () => {
  const mai = await givenInstallation()
  await inDatabase(({ db }) =>
    db.execute(sql`update trusted_clock set trusted_at = trusted_at - interval '30 days',
      seen_at = seen_at - interval '30 days', steady_from = steady_from - interval '30 days'`),
  )
  await inDatabase(({ db }) =>
    db.execute(sql`update users set deleting_at = now() where deleting_at is not null`),
  )
  const waiting = await start(0)
  await expect.poll(waiting.said).toContain(WAITS)
  await waiting.kill('SIGTERM')
  expect(await kept()).toMatchObject({ users: 2, plan: 'active' })

  const told = await runTool('doctor-cli', [], settings())
  expect(told.code).toBe(1)
  expect(told.out).toContain(
    'clock-doubt the clock of the database: it leapt, or the server was off: 720 hours',
  )
  const confirmed = await runTool('doctor-cli', ['--confirm-clock'], settings())
  expect(confirmed.out).toContain('The clock of the database is right')
  await inDatabase(({ db }) => db.execute(sql`update job_rounds set due_at = now()`))
  const since = new Date().toISOString()
  const going = await start(0)
  await jobsDone(mai, going, since)
  expect(going.said()).not.toContain(WAITS)
  await going.kill('SIGTERM')
  expect(await kept()).toMatchObject({ users: 1, erasures: 1 })
})
