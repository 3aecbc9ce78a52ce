import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredLinkRules } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../platform/clock'
import { readConfig } from '../../platform/config/config'
import { hashLinkPassword } from '../../platform/link-password'
import { createLog } from '../../platform/logging'
import { changeCode, givenCode, givenDomain, givenPath, scanCountOf } from '../../testing/code'
import { cuttable } from '../../testing/cuttable-database'
import { testDatabase } from '../../testing/database'
import { SOON } from '../../testing/soon'
import { visitorOf } from '../../testing/visitor'
import { scanStore, startJournalImporter } from '../scans'
import { startRedirect } from './index'

const storage = testDatabase()
const log = createLog('silent')
const line = cuttable(() => storage.database())
let redirect: Awaited<ReturnType<typeof startRedirect>>
let importer: Awaited<ReturnType<typeof startJournalImporter>>

/** With the memory that another one left on the disk. */
async function start(env: Record<string, string> = {}, runs: Clock = systemClock): Promise<void> {
  const database = line.database()
  redirect = await startRedirect({
    config: readConfig({ PUBLIC_PORT: '0', METRICS_PORT: '1', DATA_DIR: storage.dataDir(), ...env }),
    database,
    log,
    storeScans: scanStore(database),
    recordReported: async () => {},
    runs,
  })
}

async function restart(env: Record<string, string> = {}, runs?: Clock): Promise<void> {
  await redirect.close()
  await start(env, runs)
}

beforeAll(async () => {
  await start()
  const config = readConfig({ DATA_DIR: storage.dataDir() })
  importer = await startJournalImporter({ config, database: line.database(), log })
})
afterEach(() => line.repair())
afterAll(async () => {
  await redirect.close()
  await importer.close()
})

let codes = 0

/** A code whose own notification has come, so that it drops no entry later. */
async function settledCode(target?: string): Promise<{ id: string; codeId: string }> {
  const id = `Settled-${++codes}`
  const told = line.told(id)
  const code = await givenCode(storage.database(), { id, ...(target && { target }) })
  await told
  return code
}

const ask = (id: string) =>
  fetch(`http://localhost:${redirect.port}/${id}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' },
  })

test('while the database is away known codes go on and are counted later, unknown ids are 503', async () => {
  const database = storage.database()
  const known = await settledCode()
  const other = await settledCode()
  expect((await ask(known.id)).status).toBe(302)
  expect((await ask('was-missed-before')).status).toBe(404)

  line.cut()
  for (let scan = 0; scan < 20; scan++) expect((await ask(known.id)).status).toBe(302)
  const unknown = await ask(other.id)
  expect(unknown.status).toBe(503)
  expect(Number(unknown.headers.get('retry-after'))).toBeGreaterThan(0)

  // Connections to the database break and notifications may be lost: a stale entry is still better than none.
  line.loseNotices()
  expect((await ask(known.id)).status).toBe(302)
  expect((await ask('was-missed-before')).status).toBe(503)
  await expect(importer.drain()).rejects.toThrow('the line is cut')

  line.repair()
  expect((await ask(other.id)).status).toBe(302)
  await importer.drain()
  expect(await scanCountOf(database, known.codeId)).toBe(22)
})

test('a known code goes on for REDIRECT_OUTAGE_DAYS, and no longer', async () => {
  const env = { REDIRECT_OUTAGE_DAYS: '2' }
  const { id } = await settledCode()
  expect((await ask(id)).status).toBe(302)
  line.cut()
  const statusAfter = async (minutes: number) => {
    await restart(env, { now: () => new Date(Date.now() + minutes * 60_000) })
    // By the second one the redirect knows that the database is away.
    const statuses = [(await ask(id)).status, (await ask(id)).status]
    expect(new Set(statuses).size).toBe(1)
    return statuses[0]
  }
  expect(await statusAfter(2 * 1440 - 1)).toBe(302)
  expect(await statusAfter(2 * 1440 + 1)).toBe(503)
  await restart()
})

test('rules go on while the database is away, also after a restart', async () => {
  const link = (n: number, url: string) => ({ id: n, name: '', on: true, outcome: { to: { n, url } } })
  const rules: StoredLinkRules = {
    ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 3, nextNumber: 3 },
    rules: [
      { ...link(1, 'https://example.com/ios'), when: { devices: ['ios'] } },
      { ...link(2, 'https://example.com/android'), when: { devices: ['android'], from: '2001-01-01T00:00' } },
    ],
  }
  const { id, codeId } = await settledCode()
  const told = line.told(id)
  await changeCode(storage.database(), codeId, { rules })
  await told
  const leadsTo = async () => (await ask(id)).headers.get('location')
  expect(await leadsTo()).toBe('https://example.com/android')
  line.cut()
  await restart()
  expect(await leadsTo()).toBe('https://example.com/android')
})

test('a password is asked for and compared while the database is away, also after a restart', async () => {
  const url = 'https://example.com/handbook'
  const rules: StoredLinkRules = {
    ...{ revision: 1, zone: 'Asia/Ho_Chi_Minh', retired: [], nextId: 2, nextNumber: 2 },
    rules: [
      {
        ...{ id: 1, name: '', on: true, when: {} },
        outcome: { ask: { n: 1, url, hash: await hashLinkPassword('lá sen') } },
      },
    ],
  }
  const { id, codeId } = await settledCode()
  const told = line.told(id)
  await changeCode(storage.database(), codeId, { rules })
  await told
  expect((await ask(id)).status).toBe(200)
  line.cut()
  await restart()
  const open = async (password: string) => {
    const response = await fetch(`http://localhost:${redirect.port}/${id}+open`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ n: '1', password }),
      headers: { origin: readConfig({ PUBLIC_PORT: '0' }).codeHost },
    })
    return [response.status, response.headers.get('location')]
  }
  expect((await ask(id)).status).toBe(200)
  expect(await open('lá sen khô')).toEqual([200, null])
  expect(await open('lá sen')).toEqual([303, url])
  line.repair()
})

test('on a domain with paths, paths and ids that are known go on, others are 503', async () => {
  const host = 'go.lasen.example'
  const { ask } = visitorOf(() => redirect.port, host)
  const printed = await settledCode('https://example.com/printed')
  const other = await settledCode()
  const proven = line.told(host)
  await givenDomain(storage.database(), host)
  await proven
  const opened = line.told(host)
  await givenPath(storage.database(), { host, path: '/Old/Menu', codeId: printed.codeId })
  await opened
  const status = async (path: string) => (await ask(path)).status
  const known = ['/Old/Menu', '/old/menu', `/${printed.id}`]
  for (const path of known) expect([path, await status(path)]).toEqual([path, 302])
  expect(await status('/old/menu/2')).toBe(404)
  line.cut()
  line.loseNotices()
  for (const path of known) expect([path, await status(path)]).toEqual([path, 302])
  for (const path of ['/old/menu/2', '/Old/Menu/3', `/${other.id}`])
    expect([path, await status(path)]).toEqual([path, 503])
  line.repair()
})

test('what changed while notifications were lost is right after them', async () => {
  const database = storage.database()
  const code = await settledCode('https://example.com/old')
  await ask(code.id)
  line.cut()
  await changeCode(database, code.codeId, { target: 'https://example.com/new' })
  expect((await ask(code.id)).headers.get('location')).toBe('https://example.com/old')
  line.repair()
  expect((await ask(code.id)).headers.get('location')).toBe('https://example.com/new')
})

test('a target is trusted for a quarter of an hour that no notification has changed, and no longer', async () => {
  const database = storage.database()
  let now = Date.now()
  await restart({}, { now: () => new Date(now) })
  const [first, second] = [await settledCode('https://a.example/'), await settledCode('https://a.example/')]
  const leadsTo = async ({ id }: { id: string }) => (await ask(id)).headers.get('location')
  for (const code of [first, second]) expect(await leadsTo(code)).toBe('https://a.example/')
  await database.transaction(async (tx) => {
    // No trigger runs, so nobody is notified.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update user_codes set target = 'https://b.example/'
      where id in (${first.codeId}, ${second.codeId})`)
  })
  now += 15 * 60_000
  expect(await leadsTo(first)).toBe('https://a.example/')
  now += 1000
  expect(await leadsTo(second)).toBe('https://b.example/')
  await restart()
})

test('a redirect that restarts during an outage leads on for all that it knew, and takes changes once it is over', async () => {
  const database = storage.database()
  const [changed, untouched, blocked, unknown] = [
    await settledCode('https://example.com/old'),
    await settledCode('https://example.com/stays'),
    await settledCode(),
    await settledCode(),
  ]
  for (const { id } of [changed, untouched, blocked]) expect((await ask(id)).status).toBe(302)
  const told = line.told(blocked.id)
  await changeCode(database, blocked.codeId, { enabled: false })
  await told
  await expect.poll(async () => (await ask(blocked.id)).status, SOON).toBe(410)

  line.cut()
  await restart()
  expect((await ask(changed.id)).headers.get('location')).toBe('https://example.com/old')
  expect((await ask(untouched.id)).headers.get('location')).toBe('https://example.com/stays')
  expect((await ask(blocked.id)).status).toBe(410)
  expect((await ask(unknown.id)).status).toBe(503)
  await changeCode(database, changed.codeId, { target: 'https://example.com/new' })
  expect((await ask(changed.id)).headers.get('location')).toBe('https://example.com/old')

  line.repair()
  expect((await ask(changed.id)).headers.get('location')).toBe('https://example.com/new')
  expect((await ask(untouched.id)).headers.get('location')).toBe('https://example.com/stays')
  line.cut()
  await restart()
  expect((await ask(changed.id)).headers.get('location')).toBe('https://example.com/new')
})

test('after a restart a takedown of meanwhile wins at once where the database responds', async () => {
  const code = await settledCode()
  expect((await ask(code.id)).status).toBe(302)
  await redirect.close()
  await changeCode(storage.database(), code.codeId, { enabled: false })
  await start()
  expect((await ask(code.id)).status).toBe(410)
})

test('a change that cannot be looked up any more leaves the code as it was known', async () => {
  const code = await settledCode('https://example.com/known')
  expect((await ask(code.id)).status).toBe(302)
  line.cut()
  line.notify(code.id)
  expect((await ask(code.id)).headers.get('location')).toBe('https://example.com/known')
})

test('a deleted code does not come back from the disk', async () => {
  const code = await settledCode()
  expect((await ask(code.id)).status).toBe(302)
  await changeCode(storage.database(), code.codeId, { deletedAt: new Date(0), purgedAt: new Date(0) })
  await expect.poll(async () => (await ask(code.id)).status, SOON).toBe(404)
  line.cut()
  await restart()
  expect((await ask(code.id)).status).toBe(503)
})

test.each([
  ['on', 302, 1],
  ['off', 503, 0],
])(
  'with neither disk nor database a known code is answered by REDIRECT_UNCOUNTED=%s',
  async (setting, status, uncounted) => {
    await restart({ REDIRECT_UNCOUNTED: setting })
    const code = await settledCode()
    expect((await ask(code.id)).status).toBe(302)
    await importer.drain()
    const folder = join(storage.dataDir(), 'journal')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder')
    line.cut()
    expect((await ask(code.id)).status).toBe(status)
    expect(redirect.figures?.().uncounted).toBe(uncounted)
    rmSync(folder)
    mkdirSync(folder)
  },
)
