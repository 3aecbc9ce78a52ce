/**
 * Many codes at once on the embedded engine: the dry run and the creation, compared with the calls that save a hundred at
 * a time, how long the event loop is held meanwhile, and what redirects take. Needs a build (`npm run bench -- batches`
 * makes one).
 * `npm run bench:batches -- [--json] [--rows=10000] [--codes=1000]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from '../server/src/app'
import { openQuotas } from '../server/src/features/billing'
import { bulkJobs } from '../server/src/features/bulk'
import { lockClosing } from '../server/src/features/scans'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { NO_DENY_LIST } from '../server/src/platform/deny-list'
import { openFiles } from '../server/src/platform/files/file-store'
import { createLog } from '../server/src/platform/logging'
import { numberOption, Results } from './measure/results'
import { withVisitors } from './measure/visitors'

const QR = '/gateway/api/qrcode'
const rows = numberOption('rows', 10_000)
const codes = numberOption('codes', 1000)
const CODES_GOAL_S = 5
const PROCESSOR_GOAL_MS = 3
const DRY_RUN_GOAL_S = 8
const HELD_GOAL_MS = 50
/** Of ten thousand codes, for as many as are moved. */
const MOVE_GOAL_S = 60
const DELAY_GOAL_MS = 200
/** Codes of one call of `POST /user-codes/bulk`. */
const BULK = 100

const results = new Results('batches')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const config = readConfig({
  DATA_DIR: folder,
  APP_URL: 'http://app.test',
  CODE_HOST: 'http://qr.test',
  BILLING: 'off',
})
const database = await openDatabase(config)
await migrate(database)
const app = await buildApp({
  ...{ config, database, clock: systemClock, log: createLog('error'), gateways: [] },
  isStopping: () => false,
})
const { codeHost, addressRules } = config
const [job] = bulkJobs({
  ...{
    database,
    files: await openFiles(config),
    clock: systemClock,
    denyList: NO_DENY_LIST,
    quotas: openQuotas(false),
    codeHost,
    addressRules,
  },
})

/** @param payload as JSON text, so that the work of a client is not measured */
async function call(method: 'GET' | 'POST', path: string, payload: string, sid: string) {
  const headers = { authorization: `Bearer ${sid}`, 'content-type': 'application/json' }
  const reply = await app.inject({
    method,
    url: `${QR}${path}`,
    headers,
    ...(method === 'POST' && { payload }),
  })
  if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
  return reply.json().result
}

async function signUp(): Promise<string> {
  const person = { username: 'bench', email: 'bench@example.com', password: 'correct horse battery' }
  await app.inject({
    method: 'POST',
    url: '/identity/users',
    payload: { ...person, firstName: 'An', lastName: 'Trần' },
  })
  const basic = Buffer.from(`${person.username}:${person.password}`).toString('base64')
  const url = '/identity/users/auth'
  const session = await app.inject({ method: 'POST', url, headers: { authorization: `Basic ${basic}` } })
  return session.json().result.sid
}

interface Measured {
  seconds: number
  processorMs: number
  /** Processor time of the longest turn of the event loop: as long nothing else of the process runs. */
  heldMs: number
}

async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const turns = watchTurns()
  const processor = process.cpuUsage()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, processorMs: sumOf(process.cpuUsage(processor)), heldMs: turns.stop() }
}

const sumOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** By processor time, so that other programs of the machine change nothing. */
function watchTurns(): { stop(): number } {
  let longest = 0
  let before = process.threadCpuUsage()
  const timer = setInterval(() => {
    longest = Math.max(longest, sumOf(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return longest
    },
  }
}

/** How long an import waits for the lock that it takes first, and that a move takes as well. */
function watchDelays(): { stop(): Promise<number> } {
  let isOver = false
  const watched = (async () => {
    let longest = 0
    while (!isOver) {
      const begun = performance.now()
      await database.transaction(lockClosing)
      longest = Math.max(longest, performance.now() - begun)
      await pause(1)
    }
    return longest
  })()
  return {
    stop() {
      isOver = true
      return watched
    },
  }
}

const rangeOf = (to: number, name: string) => ({
  ...{ kind: 'create', contentType: 'Website', isDynamicCode: true, range: { from: 1, to } },
  row: { name: `${name} {n}`, content: { content: `https://shop.example/${name}/{n}` } },
})

const rowsOf = (to: number) => {
  const { range: _, row: __, ...common } = rangeOf(to, 'asset')
  const content = (n: number) => ({ content: `https://shop.example/asset/${n}` })
  return {
    ...common,
    rows: Array.from({ length: to }, (_, n) => ({
      name: `Asset ${n}`,
      dynamicId: `asset-${n}`,
      content: content(n),
    })),
  }
}

try {
  const sid = await signUp()
  const create = async (count: number, name: string) => {
    const { id } = await call('POST', '/bulk-runs', JSON.stringify(rangeOf(count, name)), sid)
    await call('POST', `/bulk-runs/${id}/start`, '{}', sid)
    await job?.run()
    return (await call('GET', `/bulk-runs/${id}`, '', sid)).done as number
  }
  await create(BULK, 'warm-up')

  const payload = JSON.stringify(rowsOf(rows))
  const dry = await measured(() => call('POST', '/bulk-runs', payload, sid))
  results.record(`dry run of ${rows} rows`, dry.seconds, 's', DRY_RUN_GOAL_S, 'lower')
  results.record(
    `dry run of ${rows} rows: longest turn of the event loop`,
    dry.heldMs,
    'ms',
    HELD_GOAL_MS,
    'lower',
  )

  let done = 0
  let delayMs = 0
  const batch = await measured(async () => {
    done = await create(codes, 'table')
  })
  results.record(`${codes} codes by a batch`, batch.seconds, 's', CODES_GOAL_S, 'lower')
  results.record('processor for each code', batch.processorMs / codes, 'ms', PROCESSOR_GOAL_MS, 'lower')
  results.record(`${codes} codes: longest turn of the event loop`, batch.heldMs, 'ms', HELD_GOAL_MS, 'lower')
  results.record('codes made', done, 'codes', codes, 'higher')

  const headers = { authorization: `Bearer ${sid}` }
  const made = await app.inject({
    ...{ method: 'POST', url: '/gateway/api/workspaces', headers, payload: { name: 'Bench' } },
  })
  const selection = { productId: 'dynamic-code', upTo: codes }
  const move = JSON.stringify({ kind: 'move', selection, to: made.json().result.id })
  const moved = await measured(async () => {
    const { id } = await call('POST', '/bulk-runs', move, sid)
    await call('POST', `/bulk-runs/${id}/start`, '{}', sid)
    const delays = watchDelays()
    await job?.run()
    delayMs = await delays.stop()
    done = (await call('GET', `/bulk-runs/${id}`, '', sid)).done
  })
  results.record(`move of ${codes} codes`, moved.seconds, 's', (MOVE_GOAL_S * codes) / 10_000, 'lower')
  results.record('move: longest delay of an import', delayMs, 'ms', DELAY_GOAL_MS, 'lower')
  results.record('codes moved', done, 'codes', codes, 'higher')

  const bulk = await measured(async () => {
    for (let first = 0; first < codes; first += BULK) {
      const some = Array.from({ length: BULK }, (_, n) => ({
        ...{ contentType: 'Website', isDynamicCode: true, name: `bulk ${first + n}` },
        codeContent: JSON.stringify({ content: `https://shop.example/bulk/${first + n}` }),
      }))
      await call('POST', '/user-codes/bulk', JSON.stringify({ codes: some }), sid)
    }
  })
  results.record(`${codes} codes, ${BULK} a call, one by one`, bulk.seconds, 's', 0, 'higher')
  results.record(
    `${codes} codes, ${BULK} a call: longest turn of the event loop`,
    bulk.heldMs,
    'ms',
    0,
    'higher',
  )
} finally {
  await app.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

await withVisitors(results, async ({ program: { url }, person, during }) => {
  const path = 'qrcode/bulk-runs'
  const { id } = await person.post<{ id: string }>(url, path, rangeOf(rows, 'visited'), 'dry-run')
  await during(`a batch of ${rows} codes`, async () => {
    await person.post(url, `${path}/${id}/start`, {}, 'start')
    for (let state = 'running'; state === 'running'; ) {
      await pause(200)
      ;({ state } = await person.get<{ state: string }>(url, `${path}/${id}`))
    }
  })
})
results.print()
