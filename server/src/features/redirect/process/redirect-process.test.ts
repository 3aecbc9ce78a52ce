import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { freePorts } from '../../../../../scripts/lib/free-ports.mjs'
import { type Config, readConfig } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { createLog } from '../../../platform/logging'
import { changeCode, givenCode, scanCountOf } from '../../../testing/code'
import { testDatabase } from '../../../testing/database'
import { type KeptRedirect, keepRedirect } from '../../../testing/kept-redirect'
import { SOON } from '../../../testing/soon'
import { countImported, scanStore, startJournalImporter } from '../../scans'
import { startRedirect } from '../index'

const recordReported = async () => {}

const storage = testDatabase()
const log = createLog('silent')
let opened: { close(): Promise<void> }[] = []
let kept: KeptRedirect[] = []

afterEach(async () => {
  for (const part of opened.reverse()) await part.close()
  for (const process of kept) process.kill()
  opened = []
  kept = []
})

function keep(): KeptRedirect {
  const process = keepRedirect()
  kept.push(process)
  return process
}

/** As the program has it: the listener in a process of its own, the database and the importer here. */
async function start(env: Record<string, string> = {}) {
  const database = storage.database()
  const config: Config = readConfig({ PUBLIC_PORT: '0', DATA_DIR: storage.dataDir(), ...env })
  const importer = await startJournalImporter({ config, database, log })
  const redirect = await startRedirect({
    config,
    database,
    log,
    storeScans: scanStore(database),
    recordReported,
    runs: keep(),
  })
  opened.push(importer, redirect)
  const ask = (id: string) =>
    fetch(`http://localhost:${redirect.port}/${id}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36' },
    })
  return { importer, redirect, ask }
}

test.each(['batch', 'sync'])(
  'a process answers, hears of changes and counts (SCAN_DURABILITY=%s)',
  async (durability) => {
    const { importer, ask } = await start({ SCAN_DURABILITY: durability })
    const { id, codeId } = await givenCode(storage.database())
    expect((await ask('unknown')).status).toBe(404)
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(302))
    await changeCode(storage.database(), codeId, { enabled: false })
    await expect.poll(async () => (await ask(id)).status, SOON).toBe(410)
    await importer.drain()
    expect(await scanCountOf(storage.database(), codeId)).toBeGreaterThanOrEqual(50)
  },
)

test('what a proxy forwards that is not listed is counted', async () => {
  const { redirect } = await start()
  const { id } = await givenCode(storage.database())
  const visit = (headers: Record<string, string>) =>
    fetch(`http://localhost:${redirect.port}/${id}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 Firefox/128.0', ...headers },
    })
  await visit({})
  for (let visitor = 1; visitor <= 3; visitor++) await visit({ 'x-forwarded-for': `203.0.113.${visitor}` })
  await expect.poll(() => redirect.unlistedProxies() >= 3, SOON).toBe(true)
})

test('until the database can be asked it answers, and says that it is not ready', async () => {
  const [publicPort] = await freePorts(1)
  const config = readConfig({ PUBLIC_PORT: String(publicPort), DATA_DIR: storage.dataDir() })
  let opens = (_: Database) => {}
  const database = new Promise<Database>((resolve) => {
    opens = resolve
  })
  const starting = startRedirect({
    config,
    database,
    log,
    storeScans: scanStore(storage.database()),
    recordReported,
    runs: keep(),
  })
  const status = (path: string) =>
    fetch(`http://localhost:${publicPort}${path}`).then(
      (answer) => answer.status,
      () => 'refused',
    )
  await expect.poll(() => status('/healthz'), { timeout: 20_000 }).toBe(200)
  expect(await status('/readyz')).toBe(503)
  opens(storage.database())
  opened.push(await starting)
  await expect.poll(() => status('/readyz')).toBe(200)
})

test('started while the database is away it is ready by what it knows, and says that it is degraded', async () => {
  const { redirect, ask } = await start()
  const { id } = await givenCode(storage.database())
  expect((await ask(id)).status).toBe(302)
  opened.pop()
  await redirect.close()
  const [publicPort] = await freePorts(1)
  const config = readConfig({ PUBLIC_PORT: String(publicPort), DATA_DIR: storage.dataDir() })
  const database = Promise.withResolvers<Database>()
  const storeScans = scanStore(storage.database())
  const starting = startRedirect({
    config,
    database: database.promise,
    log,
    storeScans,
    recordReported,
    runs: keep(),
  })
  const get = (path: string) =>
    fetch(`http://localhost:${publicPort}${path}`, { redirect: 'manual' }).catch(() => null)
  const readiness = async () => {
    const response = await get('/readyz')
    return response && [response.status, await response.json()]
  }
  await expect.poll(readiness, { timeout: 30_000 }).toEqual([200, { status: 'degraded' }])
  expect((await get(`/${id}`))?.status).toBe(302)
  expect((await get('/NEVER-ASKED-FOR'))?.status).toBe(503)
  database.resolve(storage.database())
  opened.push(await starting)
  expect((await get('/NEVER-ASKED-FOR'))?.status).toBe(404)
  await expect.poll(readiness, SOON).toEqual([200, { status: 'ok' }])
})

test('a start whose database is refused fails', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const [publicPort] = await freePorts(1)
  const config = readConfig({ PUBLIC_PORT: String(publicPort), DATA_DIR: storage.dataDir() })
  const database = Promise.reject(new Error('no such database'))
  const starting = startRedirect({
    config,
    database,
    log,
    storeScans: async () => {},
    recordReported,
    runs: keep(),
  })
  await expect(starting).rejects.toThrow('no such database')
  expect(unhandled).not.toHaveBeenCalled()
})

test('a stop loses no request of clients in use, and hands the journal over', async () => {
  const { redirect, importer } = await start()
  const { id, codeId } = await givenCode(storage.database())
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  let isStopped = false
  let answered = 0
  /** One keep-alive client, which disconnects when asked to. */
  const client = async (): Promise<void> => {
    while (!isStopped) {
      const connection = await new Promise<string | undefined>((resolve, reject) => {
        get(
          {
            port: redirect.port,
            path: `/${id}`,
            agent,
            headers: { 'user-agent': 'Mozilla/5.0 Firefox/128.0' },
          },
          (response) => {
            response.resume()
            response.once('end', () => resolve(response.headers.connection))
          },
        ).once('error', reject)
      })
      answered += 1
      if (connection === 'close') return
    }
  }
  const clients = Array.from({ length: 20 }, client)
  await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(100)
  opened.pop()
  await redirect.close()
  isStopped = true
  await Promise.all(clients)
  expect(readdirSync(join(storage.dataDir(), 'journal')).filter((name) => name.endsWith('.open'))).toEqual([])
  await importer.drain()
  expect(await scanCountOf(storage.database(), codeId)).toBe(answered)
})

test('when the journal cannot be written, scans go straight to the database', async () => {
  const { ask, importer } = await start()
  const { id, codeId } = await givenCode(storage.database())
  const folder = join(storage.dataDir(), 'journal')
  await ask(id)
  await importer.drain()
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'no folder')
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(302))
  await countImported(storage.database())
  expect(await scanCountOf(storage.database(), codeId)).toBe(31)
  rmSync(folder)
})
