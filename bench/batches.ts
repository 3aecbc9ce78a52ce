/**
 * Many codes at once on the embedded engine: the dry run and the creation, compared with the calls that save a hundred at
 * a time, how long the event loop is held meanwhile, and what redirects take. On it and on PostgreSQL a move of codes that
 * were scanned on three days, and how long an import and a fold of scans wait meanwhile. Needs a build
 * (`npm run bench -- batches` makes one).
 * `npm run bench:batches -- [--json] [--rows=10000] [--codes=1000]`
 *
 * PostgreSQL is started from its installed programs; without them it is left out.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { openQuotas } from '../server/src/features/billing'
import { bulkJobs } from '../server/src/features/bulk'
import { closingJobs, lockClosing } from '../server/src/features/scans'
import { systemClock } from '../server/src/platform/clock'
import { query } from '../server/src/platform/db/database'
import { NO_DENY_LIST } from '../server/src/platform/deny-list'
import { openFiles } from '../server/src/platform/files/file-store'
import { aScan, givenImported, givenScans } from '../server/src/testing/scan'
import { openApplication } from './measure/application'
import { numberOption, Results } from './measure/results'
import { withVisitors } from './measure/visitors'

const QR = '/gateway/api/qrcode'
const RUNS = `${QR}/bulk-runs`
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

/** The application, and its runs. @param url of a PostgreSQL; null for the embedded engine */
async function open(url: string | null) {
  const {
    config,
    database,
    app,
    session: authorization,
    close,
  } = await openApplication(url, { BILLING: 'off' })
  const { codeHost, addressRules } = config
  const [job] = bulkJobs({
    ...{ database, files: await openFiles(config), clock: systemClock, denyList: NO_DENY_LIST },
    ...{ quotas: openQuotas(false), codeHost, addressRules },
  })

  /** @param payload as JSON text, so that the work of a client is not measured */
  async function call(method: 'GET' | 'POST', path: string, payload = '') {
    const sent = { authorization, ...(payload !== '' && { 'content-type': 'application/json' }) }
    const reply = await app.inject({ method, url: path, headers: sent, ...(payload !== '' && { payload }) })
    if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    return reply.json().result
  }
  return {
    database,
    call,
    /** Starts a run and does it; how many rows are done. */
    async run(id: string): Promise<number> {
      await call('POST', `${RUNS}/${id}/start`, '{}')
      for (;;) {
        await job?.run()
        const { state, done } = await call('GET', `${RUNS}/${id}`)
        if (state !== 'running') return done
      }
    },
    close,
  }
}
type Opened = Awaited<ReturnType<typeof open>>

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

/** The longest that each of these took, again and again until it is stopped. */
function watchDelays(works: Record<string, () => Promise<unknown>>): {
  stop(): Promise<Map<string, number>>
} {
  let isOver = false
  const watched = Object.entries(works).map(async ([name, work]): Promise<[string, number]> => {
    let longest = 0
    while (!isOver) {
      const begun = performance.now()
      await work()
      longest = Math.max(longest, performance.now() - begun)
      await pause(1)
    }
    return [name, longest]
  })
  return {
    async stop() {
      isOver = true
      return new Map(await Promise.all(watched))
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

async function create({ call, run }: Opened, count: number, name: string): Promise<number> {
  const { id } = await call('POST', RUNS, JSON.stringify(rangeOf(count, name)))
  return run(id)
}

const SCANNED_DAYS = 3
const DAY_MS = 86_400_000

/** All dynamic codes, each scanned on some days that are closed, to a new workspace. */
async function measureMove(engine: string, opened: Opened): Promise<void> {
  const { database, call, run } = opened
  const ids = await query<{ id: string }>(database.db, sql`select id from user_codes`)
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  for (let day = 1; day <= SCANNED_DAYS; day++)
    await givenScans(
      database,
      ids.map(({ id }, n) => aScan(id, { at: today - day * DAY_MS + n, visitor: `${n}` })),
    )
  for (const each of closingJobs(database)) await each.run()

  const { id: to } = await call('POST', '/gateway/api/workspaces', JSON.stringify({ name: 'Bench' }))
  const selection = { productId: 'dynamic-code', upTo: ids.length }
  const { id } = await call('POST', RUNS, JSON.stringify({ kind: 'move', selection, to }))
  const delays = watchDelays({
    'an import': () => givenImported(database, [aScan(ids[0]?.id ?? '', { at: Date.now() })]),
    'a fold': () => database.transaction(lockClosing),
  })
  const startedAt = performance.now()
  const done = await run(id)
  const seconds = (performance.now() - startedAt) / 1000
  const named = (metric: string) => `${engine}: ${metric}`
  results.record(
    named(`move of ${ids.length} codes`),
    seconds,
    's',
    (MOVE_GOAL_S * ids.length) / 10_000,
    'lower',
  )
  for (const [name, ms] of await delays.stop())
    results.record(named(`longest delay of ${name} by the move`), ms, 'ms', DELAY_GOAL_MS, 'lower')
  results.record(named('codes moved'), done, 'codes', ids.length, 'higher')
}

const embedded = await open(null)
try {
  await create(embedded, BULK, 'warm-up')

  const payload = JSON.stringify(rowsOf(rows))
  const dry = await measured(() => embedded.call('POST', RUNS, payload))
  results.record(`dry run of ${rows} rows`, dry.seconds, 's', DRY_RUN_GOAL_S, 'lower')
  results.record(
    `dry run of ${rows} rows: longest turn of the event loop`,
    dry.heldMs,
    'ms',
    HELD_GOAL_MS,
    'lower',
  )

  let done = 0
  const batch = await measured(async () => {
    done = await create(embedded, codes, 'table')
  })
  results.record(`${codes} codes by a batch`, batch.seconds, 's', CODES_GOAL_S, 'lower')
  results.record('processor for each code', batch.processorMs / codes, 'ms', PROCESSOR_GOAL_MS, 'lower')
  results.record(`${codes} codes: longest turn of the event loop`, batch.heldMs, 'ms', HELD_GOAL_MS, 'lower')
  results.record('codes made', done, 'codes', codes, 'higher')

  const bulk = await measured(async () => {
    for (let first = 0; first < codes; first += BULK) {
      const some = Array.from({ length: BULK }, (_, n) => ({
        ...{ contentType: 'Website', isDynamicCode: true, name: `bulk ${first + n}` },
        codeContent: JSON.stringify({ content: `https://shop.example/bulk/${first + n}` }),
      }))
      await embedded.call('POST', `${QR}/user-codes/bulk`, JSON.stringify({ codes: some }))
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
  await measureMove('embedded', embedded)
} finally {
  await embedded.close()
}

const postgres = await startPostgres({ settings: ['shared_buffers=256MB'] }).catch(() => null)
if (postgres) {
  const opened = await open(postgres.url)
  try {
    await create(opened, rows, 'moved')
    await measureMove('PostgreSQL', opened)
  } finally {
    await opened.close()
    await postgres.stop()
  }
} else
  results.skip(`PostgreSQL: move of ${rows} codes`, 's', MOVE_GOAL_S, 'lower', 'PostgreSQL is not installed')

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
