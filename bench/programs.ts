/**
 * What other programs cost, on the embedded engine and on PostgreSQL: a call by key beside the same by session in one
 * run, a call over MCP, deliveries of webhooks, and the job that says what was counted in a workspace of many codes.
 * `npm run bench:programs -- [--json] [--calls=300] [--deliveries=500] [--codes=100000]`
 *
 * PostgreSQL is started from its installed programs; without them it is left out.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { buildApp } from '../server/src/app'
import { startWebhookSender, webhookJobs } from '../server/src/features/webhooks'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { createLog } from '../server/src/platform/logging'
import { seedCodes } from './load/lists-seed'
import { isJson, median, numberOption, Results } from './measure/results'

const calls = numberOption('calls', 300)
const deliveries = numberOption('deliveries', 500)
const codes = numberOption('codes', 100_000)
const WARM_UP = 30
/** Codes that were scanned in the minute. */
const CHANGED = 1000
const KEY_GOALS = { embedded: 2, PostgreSQL: 1.3 }
const DELIVERIES_GOAL = 50
const COUNTS_GOAL_MS = 500

type Engine = keyof typeof KEY_GOALS
const results = new Results('programs')
const note = (text: string) => isJson || console.log(text)

/** The time of each way of calling, and the processor that it takes here, in turn in one run. */
async function inTurn(ways: Record<string, () => Promise<void>>) {
  const times = Object.fromEntries(Object.keys(ways).map((way) => [way, { ms: [] as number[], cpu: 0 }]))
  for (let round = -WARM_UP; round < calls; round++)
    for (const [way, call] of Object.entries(ways)) {
      const before = process.cpuUsage()
      const startedAt = performance.now()
      await call()
      const ms = performance.now() - startedAt
      const { user, system } = process.cpuUsage(before)
      const time = times[way]
      if (round < 0 || !time) continue
      time.ms.push(ms)
      time.cpu += user + system
    }
  return new Map(
    Object.entries(times).map(([way, { ms, cpu }]) => [way, { p50: median(ms), cpuUs: cpu / calls }]),
  )
}

async function measure(engine: Engine, url: string | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
  const config = readConfig({
    DATA_DIR: folder,
    ...(url && { DATABASE_URL: url }),
    APP_URL: 'http://app.test',
    CODE_HOST: 'http://qr.test',
    API_CALLS_PER_MINUTE: '100000',
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  })
  const log = createLog('error')
  const database = await openDatabase(config)
  const unhurried = await openDatabaseFor(url)
  const app = await buildApp({
    ...{ config, database, clock: systemClock, log, gateways: [] },
    isStopping: () => false,
  })

  /** The embedded engine has one connection, which is not hurried by the few rows of a bench. */
  async function openDatabaseFor(address: string | null) {
    return address ? openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 }) : database
  }

  async function send(method: 'GET' | 'POST', path: string, token: string, payload?: object) {
    const reply = await app.inject({
      ...{ method, url: path },
      headers: { authorization: token, accept: 'application/json, text/event-stream' },
      ...(payload && { payload }),
    })
    if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json()
  }

  try {
    await migrate(database)
    const person = { username: 'bench', email: 'bench@example.com', password: 'correct horse battery' }
    const names = { firstName: 'An', lastName: 'Trần' }
    const made = await send('POST', '/identity/users', '', { ...person, ...names })
    const basic = Buffer.from(`${person.username}:${person.password}`).toString('base64')
    const { sid } = (await send('POST', '/identity/users/auth', `Basic ${basic}`)).result
    const session = `Bearer ${sid}`
    const scopes = ['codes:read', 'codes:create', 'webhooks:write']
    const wanted = { name: 'Bench', scopes, expiresInDays: null }
    const key = `Bearer ${(await send('POST', '/gateway/api/api-keys', session, wanted)).result.secret}`

    const READ = '/gateway/api/qrcode/user-codes/tags?productId=dynamic-code'
    const tool = { name: 'find_codes', arguments: {} }
    const times = await inTurn({
      session: () => send('GET', READ, session),
      key: () => send('GET', READ, key),
      MCP: () => send('POST', '/mcp', key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
    })
    for (const [way, { p50, cpuUs }] of times) {
      note(`${engine}, ${way}: p50 ${p50.toFixed(2)} ms, processor ${cpuUs.toFixed(0)} µs`)
      results.record(`${engine}: processor of a call by ${way}`, cpuUs, 'µs', 50_000, 'lower')
    }
    const ratio = (times.get('key')?.p50 ?? Number.NaN) / (times.get('session')?.p50 ?? Number.NaN)
    results.record(`${engine}: call by key against session, p50`, ratio, '×', KEY_GOALS[engine], 'lower')

    await measureDeliveries()
    await measureCounts(made.result.id)

    async function measureDeliveries(): Promise<void> {
      let received = 0
      let finish = () => {}
      const all = new Promise<void>((resolve) => {
        finish = resolve
      })
      const receiver = createServer((request, response) => {
        request.resume().once('end', () => {
          response.writeHead(204).end()
          if (++received === deliveries) finish()
        })
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const { port } = receiver.address() as AddressInfo
      for (let n = 0; n < 10; n++)
        await send('POST', '/webhooks', key, {
          url: `http://127.0.0.1:${port}/${n}`,
          events: ['code.created'],
        })
      for (let n = 0; n < deliveries / 10; n++)
        await send('POST', '/gateway/api/qrcode/user-codes', key, {
          ...{
            contentType: 'Website',
            codeContent: JSON.stringify({ content: `https://shop.example/${n}` }),
          },
          isDynamicCode: true,
        })
      const startedAt = performance.now()
      if (!config.outsideCalls) throw new Error('Calls outside are off.')
      const sender = await startWebhookSender({ database, log, calls: config.outsideCalls })
      await all
      const perSecond = (deliveries / (performance.now() - startedAt)) * 1000
      await sender.close()
      receiver.close()
      receiver.closeAllConnections()
      note(`${engine}: ${perSecond.toFixed(0)} deliveries a second`)
      results.record(
        `${engine}: deliveries a second to ten receivers`,
        perSecond,
        '1/s',
        DELIVERIES_GOAL,
        'higher',
      )
    }

    async function measureCounts(ownerId: string): Promise<void> {
      await database.db.execute(sql`truncate user_codes cascade`)
      for (const table of ['user_code_lists', 'user_code_totals', 'user_code_blocks', 'user_code_tag_totals'])
        await database.db.execute(sql.raw(`truncate ${table}`))
      await database.db.execute(
        sql`truncate user_code_ranks, scan_counters, scan_code_numbers, webhooks, outbox_events cascade`,
      )
      await seedCodes(unhurried, new Map([[ownerId, codes]]))
      await send('POST', '/webhooks', key, { url: 'http://127.0.0.1:9/', events: ['scans.counted'] })
      const [job] = webhookJobs(database)
      const run = async (name: string) => {
        const ms: number[] = []
        for (let n = 0; n < 5; n++) {
          if (name !== 'nothing')
            await database.db.execute(sql`update scan_counters set scans = scans + 1
              where code_id in (select id from user_codes order by ordinal limit ${CHANGED})`)
          const startedAt = performance.now()
          await job?.run()
          ms.push(performance.now() - startedAt)
        }
        const p50 = median(ms)
        note(`${engine}: scans.counted of ${codes} codes, ${name} changed: ${p50.toFixed(1)} ms`)
        results.record(
          `${engine}: scans.counted of ${codes} codes, ${name} changed`,
          p50,
          'ms',
          COUNTS_GOAL_MS,
          'lower',
        )
      }
      await run('nothing')
      await run(`${CHANGED}`)
    }
  } finally {
    await app.close()
    await database.close()
    if (unhurried !== database) await unhurried.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

await measure('embedded', null)
const postgres = await startPostgres({ settings: ['shared_buffers=256MB', 'fsync=off'] }).catch(() => null)
if (postgres) {
  await measure('PostgreSQL', postgres.url)
  await postgres.stop()
} else
  results.skip(
    'PostgreSQL: call by key against session, p50',
    '×',
    KEY_GOALS.PostgreSQL,
    'lower',
    'PostgreSQL is not installed',
  )
results.print()
