import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { InstallationStatus, type StatusCheck, type StatusState } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordBackup } from '../../platform/backup/repository'
import { databaseNow } from '../../platform/db/database-now'
import { startJobs } from '../../platform/jobs'
import { newSegmentName } from '../../platform/journal/segment-name'
import { createLog } from '../../platform/logging'
import { startHeartbeat } from '../../platform/processes'
import { confirmClock } from '../../platform/trusted-clock'
import type { Person } from '../../testing/app'
import { TEST_SETUP_TOKEN, testApp } from '../../testing/app'
import { givenTrustedTime, TRUSTING } from '../../testing/clock'
import { aScan, givenImported } from '../../testing/scan'
import { billingJobs } from '../billing'
import { givenAccount } from '../billing/testing'
import { countImported } from '../scans'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const product = testApp({
  BILLING: 'on',
  BANK_BIN: '970416',
  BANK_ACCOUNT_NUMBER: '1',
  BANK_ACCOUNT_NAME: 'LA',
  SEPAY_SECRET: 'signs what comes',
  CODE_HOST: 'https://qr.example.vn',
  LOG_LEVEL: 'warn',
})
const { clock } = product
const log = createLog('silent')
let admin: Person
let heart: Awaited<ReturnType<typeof startHeartbeat>>
let sentAway = 0
let forwarded = 0

const run = (statement: ReturnType<typeof sql>) => product.database().db.execute(statement)
const journal = () => join(product.config().dataDir, 'journal')

/** A process that does everything, and has everything in order. */
beforeEach(async () => {
  sentAway = 0
  forwarded = 0
  rmSync(journal(), { recursive: true, force: true })
  admin = await product.signedIn({ setupToken: TEST_SETUP_TOKEN })
  const { dataDir } = product.config()
  await run(sql`insert into passkeys (id, user_id, public_key, counter, transports, rp_id, name, backed_up)
    values (${admin.id}, ${admin.id}, '', 0, '{}', 'app.test', 'phone', true)`)
  heart = await startHeartbeat({
    database: product.database(),
    clock,
    log,
    role: 'all',
    dataDir,
    unavailable: () => sentAway,
    unlistedProxies: () => forwarded,
  })
  await recordBackup(product.database().db, clock.now(), 0)
  await job('billing-ledger-check')
  expect(await notGood()).toEqual({})
})
afterEach(() => heart.close())

async function read() {
  admin = await product.signInAgain(admin)
  const reply = await product.as(admin).inject({ url: '/gateway/api/admin/status' })
  expect(reply.statusCode, reply.body).toBe(200)
  return InstallationStatus.parse(reply.json().result)
}

/** Values that depend on the machine of the tests, unless a test has set them. */
const OF_THE_MACHINE: StatusCheck[] = ['database-answer', 'main-thread-late', 'disk-free']

/** Checks that are not good: their state, and subject. */
async function notGood(
  ...set: StatusCheck[]
): Promise<Partial<Record<StatusCheck, [StatusState, ...string[]]>>> {
  const { figures, broken, attention, state } = await read()
  const bad = figures.filter((each) => each.state !== 'good')
  expect(broken + attention).toBe(bad.length)
  expect(state).toBe(broken > 0 ? 'broken' : attention > 0 ? 'attention' : 'good')
  const told = bad.filter(({ check }) => set.includes(check) || !OF_THE_MACHINE.includes(check))
  return Object.fromEntries(told.map(({ check, state, subjects }) => [check, [state, ...subjects]]))
}

async function job(name: string): Promise<void> {
  const dependencies = { database: product.database(), clock, log, gateways: [] }
  await billingJobs(dependencies)
    .find((each) => each.name === name)
    ?.run()
}

/** A worker does one run of a job and stops. */
async function runOf(name: string, work: () => Promise<void>): Promise<void> {
  let begun = () => {}
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const run = () => {
    begun()
    return work()
  }
  const worker = await startJobs({ database: product.database(), clock, guard: TRUSTING, log }, [
    { name, everySeconds: 3600, run },
  ])
  await isBegun
  await worker.close()
}

/** Sends a forged SePay webhook. */
const postWebhook = (body: object) =>
  product.inject({ method: 'POST', url: '/webhooks/sepay', payload: body, remoteAddress: '203.0.113.7' })

test('its questions wait for those of others, never for each other', async () => {
  const { use } = product.database()
  const waiting: number[] = []
  const reading = read()
  for (let isOver = false; !isOver; ) {
    waiting.push(use().waiting)
    isOver = await Promise.race([
      reading.then(() => true),
      new Promise<false>((go) => setImmediate(go, false)),
    ])
  }
  expect(Math.max(...waiting)).toBe(0)
})

test('what is in order is told with its figures', async () => {
  const status = await read()
  expect(status).toMatchObject({
    state: 'good',
    database: { engine: product.database().engine, migration: expect.stringMatching(/^\d{4}_/) },
    processes: [{ role: 'all', state: 'good', pid: process.pid, startedAt: clock.now().toISOString() }],
    providers: [{ provider: 'sepay', state: 'good', lastAt: null, lastOutcome: null }],
  })
  expect(status.processes[0]?.memoryBytes).toBeGreaterThan(1e7)
  expect(Object.fromEntries(status.figures.map(({ check, figure }) => [check, figure]))).toMatchObject({
    'scans-late': 0,
    'files-refused': 0,
    'ledger-findings': 0,
    'backup-age': 0,
    versions: 1,
  })
})

test('members are refused, and a job that is none is not there', async () => {
  const member = await product.signedIn()
  expect((await product.as(member).inject({ url: '/gateway/api/admin/status' })).statusCode).toBe(403)
  const url = '/gateway/api/admin/status/jobs/nothing/run'
  expect((await product.as(admin).inject({ method: 'POST', url })).statusCode).toBe(404)
})

test('a proxy that is not listed is told, by one line of the log however much it forwards', async () => {
  product.logged()
  const ask = (remoteAddress: string) =>
    product.inject({ url: '/config', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.7' } })
  // Anybody outside can claim to forward.
  await ask('198.51.100.9')
  await heart.beat()
  expect(await notGood()).toEqual({})
  for (let visitor = 0; visitor < 10; visitor++) await ask('172.18.0.5')
  const lines = product.logged().filter(({ proxy }) => proxy !== undefined)
  expect(lines).toMatchObject([
    { level: 40, proxy: '172.18.0.5', msg: expect.stringContaining('TRUSTED_PROXIES') },
  ])
  await heart.beat()
  expect(await notGood()).toEqual({
    'proxies-unlisted': ['attention', expect.stringMatching(`^all · .*:${process.pid}$`)],
  })
})

test('scans behind a proxy that is not listed are told as well', async () => {
  forwarded = 10
  await heart.beat()
  expect(await notGood()).toEqual({
    'proxies-unlisted': ['attention', expect.stringMatching(`^all · .*:${process.pid}$`)],
  })
})

test('scans that nobody moves are late, also those of a process that is silent', async () => {
  mkdirSync(journal(), { recursive: true })
  const openedAt = clock.now().getTime() - 6 * MINUTE_MS
  writeFileSync(join(journal(), newSegmentName(openedAt, '0'.repeat(32))), 'a scan\n')
  await heart.beat()
  expect(await notGood()).toEqual({ 'scans-late': ['broken'] })
  await run(sql`update processes set figures = jsonb_set(figures, '{journalBytes}', '2000000000')`)
  expect(await notGood()).toEqual({ 'scans-late': ['broken'], 'scans-waiting': ['broken'] })
})

test('scans that were imported and that nobody counts are late, too', async () => {
  await givenImported(product.database(), [aScan(randomUUID(), { at: Date.now() - 6 * MINUTE_MS })])
  await heart.beat()
  expect(await notGood()).toEqual({ 'scans-late': ['broken'] })
  await countImported(product.database())
  expect(await notGood()).toEqual({})
})

test('a process that says nothing is silent, and what only it did is missing', async () => {
  clock.advance(2 * MINUTE_MS)
  expect(await notGood()).toEqual({
    'processes-silent': ['attention', expect.stringContaining(`:${process.pid}`)],
    'parts-missing': ['broken', 'web', 'redirect', 'worker'],
  })
  await heart.beat()
  expect(await notGood()).toEqual({})
  await run(sql`insert into processes select 'other', 'redirect', '9.9.9', 'qr-2', 7, started_at, seen_at, figures
    from processes`)
  expect(await notGood()).toEqual({ versions: ['attention', expect.any(String), '9.9.9'] })
  clock.advance(2 * DAY_MS)
  await heart.beat()
  expect((await read()).processes).toHaveLength(1)
})

test('a process that stops takes its row along', async () => {
  await heart.close()
  expect((await read()).processes).toEqual([])
})

test('visitors who are sent away and answers that fail are told for five minutes', async () => {
  sentAway = 3
  await heart.beat()
  expect(await notGood()).toEqual({ 'visitors-sent-away': ['broken'] })
  for (let beats = 0; beats < 25; beats++) await heart.beat()
  expect(await notGood()).toEqual({})
  await run(sql`alter table plans rename to plans_away`)
  await product.as(admin).inject({ url: '/gateway/api/billing/plans' })
  await run(sql`alter table plans_away rename to plans`)
  await heart.beat()
  expect(await notGood()).toEqual({ 'answers-failed': ['broken'] })
})

test('a main thread that is held up, work that waits and a full disk', async () => {
  await run(sql`update processes set figures = figures || '{"loopDelay": 0.6}'`)
  expect(await notGood('main-thread-late')).toEqual({ 'main-thread-late': ['attention'] })
  await run(
    sql`update processes set figures = figures || '{"loopDelay": 0, "waiting": 6, "diskFreeBytes": 5000}'`,
  )
  expect(await notGood('disk-free')).toEqual({
    'database-waiting': ['attention'],
    'disk-free': ['attention'],
  })
})

test('files that cannot be written', async () => {
  const folder = join(product.config().dataDir, 'files')
  rmSync(folder, { recursive: true, force: true })
  writeFileSync(folder, 'a file where a folder should be')
  try {
    expect(await notGood()).toEqual({ 'files-refused': ['broken'] })
  } finally {
    rmSync(folder)
    for (const name of ['', 'tmp']) mkdirSync(join(folder, name), { recursive: true })
    chmodSync(folder, 0o700)
  }
})

test('a clock that leapt, or a server that was off, until an operator confirms the clock', async () => {
  const database = product.database()
  await givenTrustedTime(database, new Date((await databaseNow(database)) - 30 * DAY_MS))
  expect(await notGood()).toEqual({ 'clock-doubt': ['attention'] })
  await confirmClock(database)
  expect(await notGood()).toEqual({})
})

test('a backup and a check of the ledger that are too old', async () => {
  clock.advance(3 * DAY_MS)
  await heart.beat()
  expect(await notGood()).toEqual({ 'backup-age': ['attention'], 'ledger-check-age': ['attention'] })
  await recordBackup(product.database().db, clock.now(), 0)
  await job('billing-ledger-check')
  expect(await notGood()).toEqual({})
})

test('books that do not add up', async () => {
  const account = { plan: 'free', price: 0, wallet: 10_000 }
  await givenAccount(product.database(), 'an', account, clock.now())
  await run(sql`update wallets set balance = balance + 1 where user_id = 'an'`)
  await job('billing-ledger-check')
  expect(await notGood()).toEqual({ 'ledger-findings': ['broken'] })
})

test('webhooks that are not signed, and webhooks that fail', async () => {
  for (let sent = 0; sent < 21; sent++) await postWebhook({ id: sent })
  expect(await notGood()).toEqual({ 'notices-refused': ['attention', 'sepay'] })
  expect((await read()).providers).toMatchObject([{ state: 'attention', lastOutcome: 'refused' }])
  await run(sql`update gateway_notices set outcome = 'failed'`)
  expect(await notGood()).toEqual({ 'notices-failed': ['broken', 'sepay'] })
  clock.advance(20 * MINUTE_MS)
  await heart.beat()
  expect(await notGood()).toEqual({})
})

test('books that differ from a provider’s, and money that names no payment', async () => {
  await run(sql`insert into reconciliations (at, provider, "from", "to", compared, findings)
    values (${clock.now().toISOString()}, 'sepay', now(), now(), 1,
      '[{"drift": "missing-here", "subject": "FT1", "here": 0, "there": 5000}]')`)
  expect(await notGood()).toEqual({ 'books-differ': ['attention', 'sepay'] })
  await product.as(admin).inject({
    method: 'POST',
    url: '/gateway/api/admin/billing/receipts',
    payload: { amount: 5000, bankReference: 'FT1', content: 'for tea', reason: 'statement' },
  })
  expect(await notGood()).toEqual({
    'books-differ': ['attention', 'sepay'],
    'receipts-unmatched': ['attention'],
  })
})

test('a domain whose records are gone', async () => {
  await run(sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at, missing_since)
    values ('an', 'qrcode', 'qr.shop.example', true, now(), now())`)
  expect(await notGood()).toEqual({ 'domains-missing': ['attention', 'qr.shop.example'] })
})

test('a domain whose certificate ends within 14 days, or is wrong', async () => {
  await run(sql`insert into custom_domains (user_id, kind, domain, enabled, proven_at, certificate_ends_at, certificate_fault)
    values ('an', 'qrcode', 'soon.example', true, now(), now() + interval '13 days', null),
      ('be', 'qrcode', 'wrong.example', true, now(), now() + interval '60 days', 'mismatch'),
      ('co', 'qrcode', 'good.example', true, now(), now() + interval '15 days', null)`)
  expect(await notGood()).toEqual({
    'domain-certificates': ['attention', 'soon.example', 'wrong.example'],
  })
})

test('an administrator with nothing but a password', async () => {
  await run(sql`update passkeys set rp_id = 'other.test'`)
  expect(await notGood()).toEqual({ 'admins-without-factor': ['attention', admin.username] })
  await run(sql`insert into totp (user_id, secret) values (${admin.id}, 'A')`)
  expect(await notGood(), 'an app that was never proven').not.toEqual({})
})

test('a job that fails, hangs or is not done', async () => {
  await runOf('failing', () => Promise.reject(new Error('no')))
  expect(await notGood()).toEqual({ 'jobs-failing': ['attention', 'failing'] })
  const failed = { name: 'failing', stand: 'failed', failures: 1, doneAt: null, nextAt: expect.any(String) }
  expect((await read()).jobs).toMatchObject([failed])
  clock.advance(2 * 60 * MINUTE_MS)
  await heart.beat()
  expect(await notGood()).toEqual({ 'jobs-late': ['attention', 'failing'] })
  await run(sql`update job_rounds set started_at = ${clock.now().toISOString()}, ended_at = null`)
  expect((await read()).jobs).toMatchObject([{ stand: 'running', state: 'good', nextAt: null }])
  clock.advance(16 * MINUTE_MS)
  await heart.beat()
  expect((await read()).jobs).toMatchObject([{ stand: 'stuck', state: 'attention' }])
  expect(await notGood()).toEqual({ 'jobs-late': ['attention', 'failing'] })
})

test('a job that failed is done at once when an administrator asks', async () => {
  let runs = 0
  let secondDone = () => {}
  const isSecondDone = new Promise<void>((resolve) => {
    secondDone = resolve
  })
  let firstDone = () => {}
  const isFirstDone = new Promise<void>((resolve) => {
    firstDone = resolve
  })
  const work = async () => {
    runs++
    if (runs === 2) return secondDone()
    firstDone()
    throw new Error('the first round fails')
  }
  const dependencies = { database: product.database(), clock, guard: TRUSTING, log }
  const worker = await startJobs(dependencies, [{ name: 'retried', everySeconds: 3600, run: work }])
  await isFirstDone
  await expect.poll(() => notGood()).toEqual({ 'jobs-failing': ['attention', 'retried'] })
  const url = '/gateway/api/admin/status/jobs/retried/run'
  expect((await product.as(admin).inject({ method: 'POST', url })).json()).toEqual({
    result: { name: 'retried' },
  })
  await isSecondDone
  await expect.poll(() => notGood()).toEqual({})
  await worker.close()
  expect(runs).toBe(2)
})
