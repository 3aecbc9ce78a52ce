/**
 * What other programs cost, on the embedded engine and on PostgreSQL: a call by key beside the same by session, at
 * home and in another workspace, in one run, a call over MCP and the memory that it keeps, deliveries of webhooks, the job that says what was counted in a
 * workspace of many codes, a feed link of the longest file, and the size of the public description.
 * `npm run bench:programs -- [--json] [--calls=300] [--deliveries=500] [--codes=100000]`
 *
 * PostgreSQL is started from its installed programs; without them it is left out.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { startWebhookSender, webhookJobs } from '../server/src/features/webhooks'
import { openDatabase } from '../server/src/platform/db'
import { WORKSPACE_HEADER } from '../shared/src/workspaces/capabilities'
import { seedCodes } from './load/lists-seed'
import { openApplication } from './measure/application'
import { isJson, median, numberOption, Results } from './measure/results'

const calls = numberOption('calls', 300)
const deliveries = numberOption('deliveries', 500)
const codes = numberOption('codes', 100_000)
const WARM_UP = 30
/** Codes that were scanned in the minute. */
const CHANGED = 1000
const KEY_GOALS = { embedded: 2, PostgreSQL: 1.3 }
/** One statement more. */
const WORKSPACE_GOALS = { embedded: 1.5, PostgreSQL: 1.15 }
const DELIVERIES_GOAL = 50
const COUNTS_GOAL_MS = 500
/** Against the call by key. */
const MCP_GOAL = 4
const MCP_MEMORY_GOAL_MB = 15
const FIRST_TRY_GOAL_MS = 1000
const DESCRIPTION_GOAL_KB = 200
const FEED_GOAL_MS = 5000
/** Deliveries of which each is waited for. */
const FIRST_TRIES = 30

type Engine = keyof typeof KEY_GOALS
const results = new Results('programs')
const note = (text: string) => isJson || console.log(text)

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What this process holds after everything unused is gone. */
function heldMb(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}

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
  const { config, log, database, app, session, close } = await openApplication(url, {
    API_CALLS_PER_MINUTE: '100000',
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  })
  const unhurried = await openDatabaseFor(url)
  /** The embedded engine has one connection, which is not hurried by the few rows of a bench. */
  async function openDatabaseFor(address: string | null) {
    return address ? openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 }) : database
  }

  /** @param workspace that is not the home of the person */
  async function send(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    token: string,
    payload?: object,
    workspace?: string,
  ) {
    const accept = 'application/json, text/event-stream'
    const reply = await app.inject({
      ...{ method, url: path },
      headers: { authorization: token, accept, ...(workspace && { [WORKSPACE_HEADER]: workspace }) },
      ...(payload && { payload }),
    })
    if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply
  }
  const called = async (...given: Parameters<typeof send>) => (await send(...given)).json()

  try {
    const { id: personId } = (await called('GET', '/identity/users/profile', session)).result
    const scopes = ['codes:read', 'codes:write', 'webhooks:write']
    const wanted = { name: 'Bench', scopes, expiresInDays: null }
    const key = `Bearer ${(await called('POST', '/gateway/api/api-keys', session, wanted)).result.secret}`

    // One of two workspaces may be on the free plan.
    await database.db.execute(sql`insert into subscriptions
      (user_id, status, plan, price, package_payment, paid, created_at)
      select ${personId}, 'active', code, price, 'month', 0, now() from plans where price > 0 order by price limit 1
      on conflict (user_id) do update set plan = excluded.plan, price = excluded.price`)
    const further = { name: 'Further' }
    const other = (await called('POST', '/gateway/api/workspaces', session, further)).result.id

    const READ = '/gateway/api/qrcode/user-codes/tags?productId=dynamic-code'
    const tool = { name: 'find_codes', arguments: {} }
    const byMcp = async () => {
      const params = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }
      const { body } = await send('POST', '/mcp', key, params)
      if (body.includes('"isError":true')) throw new Error(body)
    }
    const ways = {
      session: async () => void (await send('GET', READ, session)),
      'session in another workspace': async () => void (await send('GET', READ, session, undefined, other)),
      key: async () => void (await send('GET', READ, key)),
    }
    await inTurn(ways)
    const before = heldMb()
    const startedAt = performance.now()
    await byMcp()
    const firstMs = performance.now() - startedAt
    const times = await inTurn({ ...ways, MCP: byMcp })
    const kept = heldMb() - before
    for (const [way, { p50, cpuUs }] of times) {
      note(`${engine}, ${way}: p50 ${p50.toFixed(2)} ms, processor ${cpuUs.toFixed(0)} µs`)
      results.record(`${engine}: processor of a call by ${way}`, cpuUs, 'µs', 50_000, 'lower')
    }
    // Only the first engine finds the protocol not yet loaded.
    if (engine === 'embedded') {
      note(`first call over MCP: ${firstMs.toFixed(0)} ms, kept ${kept.toFixed(1)} MB`)
      results.record('first call over MCP, which loads it', firstMs, 'ms', FIRST_TRY_GOAL_MS, 'lower')
      results.record('memory kept by MCP in use', kept, 'MB', MCP_MEMORY_GOAL_MB, 'lower')
      const { body } = await send('GET', '/openapi/v1.json', '')
      const kb = Buffer.byteLength(body) / 1000
      results.record('public description', kb, 'kB', DESCRIPTION_GOAL_KB, 'lower')
    }
    const p50 = (way: string) => times.get(way)?.p50 ?? Number.NaN
    const byKey = p50('key') / p50('session')
    results.record(`${engine}: call by key against session, p50`, byKey, '×', KEY_GOALS[engine], 'lower')
    const elsewhere = p50('session in another workspace') / p50('session')
    const goal = WORKSPACE_GOALS[engine]
    results.record(`${engine}: call in another workspace against home, p50`, elsewhere, '×', goal, 'lower')
    const byProgram = p50('MCP') / p50('key')
    results.record(`${engine}: call over MCP against key, p50`, byProgram, '×', MCP_GOAL, 'lower')

    await measureDeliveries()
    await measureCounts(personId)

    async function measureDeliveries(): Promise<void> {
      let received = () => {}
      const receiver = createServer((request, response) => {
        request.resume().once('end', () => {
          response.writeHead(204).end()
          received()
        })
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const { port } = receiver.address() as AddressInfo
      const events = ['code.updated']
      const webhook = (n: number) =>
        send('POST', '/webhooks', key, { url: `http://127.0.0.1:${port}/${n}`, events })
      const content = JSON.stringify({ content: 'https://shop.example/' })
      const code = { contentType: 'Website', codeContent: content, isDynamicCode: true }
      const CODES = '/gateway/api/qrcode/user-codes'
      const { id } = (await called('POST', CODES, key, code)).result
      let name = 0
      const change = () => send('PATCH', `${CODES}/${id}`, key, { name: `${++name}` })
      /** Ends with the last of some deliveries. */
      const arrived = (count: number) =>
        new Promise<void>((resolve) => {
          let left = count
          received = () => --left === 0 && resolve()
        })
      const calls = config.outsideCalls
      if (!calls) throw new Error('Calls outside are off.')

      await webhook(0)
      const idle = await startWebhookSender({ database, log, calls })
      const waits: number[] = []
      for (let n = 0; n < FIRST_TRIES; n++) {
        const one = arrived(1)
        await change()
        const changedAt = performance.now()
        await one
        waits.push(performance.now() - changedAt)
      }
      await idle.close()
      const wait = median(waits)
      note(`${engine}: first try ${wait.toFixed(1)} ms after the answer`)
      results.record(`${engine}: answer to first try of a delivery`, wait, 'ms', FIRST_TRY_GOAL_MS, 'lower')

      for (let n = 1; n < 10; n++) await webhook(n)
      for (let n = 0; n < deliveries / 10; n++) await change()
      const all = arrived(deliveries)
      const startedAt = performance.now()
      const sender = await startWebhookSender({ database, log, calls })
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
      const link = { name: 'Bench', feed: 'codes', expiresInDays: null }
      const { url } = (await called('POST', '/gateway/api/api-keys/feeds', session, link)).result
      const ms: number[] = []
      for (let n = 0; n < 5; n++) {
        const startedAt = performance.now()
        await send('GET', new URL(url).pathname, '')
        ms.push(performance.now() - startedAt)
      }
      note(`${engine}: feed of the longest file ${median(ms).toFixed(0)} ms`)
      results.record(`${engine}: feed link of 10,000 rows`, median(ms), 'ms', FEED_GOAL_MS, 'lower')
    }
  } finally {
    if (unhurried !== database) await unhurried.close()
    await close()
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
