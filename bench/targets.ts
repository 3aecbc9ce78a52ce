/**
 * The redirect's memory of a million codes: bytes a code, look-ups of codes that were not asked for before, from the
 * memory that a start has read from disk and from PostgreSQL, and the time of that start.
 * `npm run bench:targets -- [--json] [--codes=1000000] [--lookups=200000] [--stored=100000]`
 *
 * Starts PostgreSQL from its installed programs, or uses the empty database of TEST_DATABASE_URL.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { findTargets } from '../server/src/features/redirect/repository'
import { Lookup } from '../server/src/features/redirect/targets/batched-lookup'
import { TARGET_CODEC } from '../server/src/features/redirect/targets/codec'
import { LookupCache } from '../server/src/features/redirect/targets/lookup-cache'
import { RecordStore } from '../server/src/features/redirect/targets/record-store/record-store'
import type { Target } from '../server/src/features/redirect/targets/target'
import { systemClock } from '../server/src/platform/clock'
import { readConfig } from '../server/src/platform/config/config'
import { migrate, openDatabase } from '../server/src/platform/db'
import { query } from '../server/src/platform/db/database'
import { NO_DENY_LIST } from '../server/src/platform/deny-list'
import { seedCodes } from './load/lists-seed'
import { numberOption, Results } from './measure/results'

const codes = numberOption('codes', 1_000_000)
const lookups = numberOption('lookups', 200_000)
const stored = numberOption('stored', 100_000)
/** Look-ups that wait at once. */
const VISITORS = 4_000
const MAX_BYTES = 1024 ** 3
const SPREAD = 2_654_435_761

const keyOf = (code: number): string => `c${((code * SPREAD) % 2 ** 32).toString(36)}`

const owners = Array.from({ length: 5_000 }, () => randomUUID())

const targetOf = (code: number): Target => ({
  codeId: randomUUID(),
  location: `https://example.com/menu/${String(code).padStart(7, '0')}?from=printed-table-card`,
  blockReason: null,
  analyticsId: null,
  ownerId: owners[code % owners.length] as string,
  rules: null,
})

/** Processor time of this process so far: what else the machine does hardly counts. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const openStore = (folder: string): RecordStore =>
  new RecordStore({
    folder,
    processKey: randomUUID().replaceAll('-', ''),
    maxBytes: MAX_BYTES,
    report: (level, message) => {
      if (level !== 'info') throw new Error(message)
    },
  })

/** Twice, because memory outside the heap is given back after the collection that finds it. */
async function collect(): Promise<void> {
  for (const _ of [1, 2]) {
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await pause(200)
  }
}

/** Without what the engine keeps for itself after a collection. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Measured {
  usedBefore: number
  usedAfter: number
  storeBytes: number
  entries: number
  startMs: number
  perSecond: number
}

/** In a process of its own, as after a restart while the database is unreachable. */
async function measureStart(folder: string): Promise<Measured> {
  await collect()
  const usedBefore = usedBytes()
  const startedAt = cpuMs()
  const store = openStore(folder)
  const startMs = cpuMs() - startedAt
  // The server does so a few seconds after its start.
  await collect()
  const usedAfter = usedBytes()
  const cache = new LookupCache<Target>({
    lookUp: () => Promise.reject(new Error('the database is away')),
    codec: TARGET_CODEC,
    store,
    clock: systemClock,
    keepForSeconds: 86_400,
  })
  await cache.find(keyOf(0))
  const askedAt = cpuMs()
  const step = Math.floor(codes / lookups)
  for (let code = 0; code < lookups; code++)
    if (!cache.peek(keyOf(code * step))) throw new Error('a code is not known')
  const perSecond = lookups / ((cpuMs() - askedAt) / 1000)
  const { bytes: storeBytes, size: entries } = store
  return { usedBefore, usedAfter, storeBytes, entries, startMs, perSecond }
}

async function fill(folder: string): Promise<void> {
  const store = openStore(folder)
  const knownAt = Math.floor(systemClock.now().getTime() / 1000)
  for (let code = 0; code < codes; code++) {
    store.put(TARGET_CODEC.kind, keyOf(code), TARGET_CODEC.encode(targetOf(code)), { knownAt, generation: 1 })
    // As many as one answer of the database has.
    if (code % 500 === 0) await Promise.resolve()
  }
  await store.close()
}

/** Codes a second that are looked up in PostgreSQL, each for the first time, many at once as visitors are. */
async function lookUpStored(folder: string): Promise<number> {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given ? null : await startPostgres({ settings: ['shared_buffers=512MB', 'fsync=off'] })
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: given ?? postgres?.url ?? '' })
  const database = await openDatabase(config, { statementMs: 3_600_000, waitMs: 60_000 })
  try {
    await migrate(database)
    await seedCodes(database, new Map([[randomUUID(), stored]]))
    const rows = await query<{ key: string }>(
      database.db,
      sql`select lower(dynamic_id) as key from user_codes order by md5(dynamic_id)`,
    )
    const lookup = new Lookup((keys) => findTargets(database.db, keys, NO_DENY_LIST))
    const startedAt = performance.now()
    for (let first = 0; first < rows.length; first += VISITORS) {
      const found = await Promise.all(rows.slice(first, first + VISITORS).map(({ key }) => lookup.find(key)))
      if (found.includes(null)) throw new Error('a stored code was not found')
    }
    return rows.length / ((performance.now() - startedAt) / 1000)
  } finally {
    await database.close()
    await postgres?.stop()
  }
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-targets-'))
  try {
    await fill(folder)
    const child = fork(import.meta.filename, [folder, ...process.argv.slice(2)], {
      execArgv: [...process.execArgv, '--expose-gc'],
    })
    const ended = once(child, 'exit').then(() => Promise.reject(new Error('the measured process failed')))
    const [measured] = (await Promise.race([once(child, 'message'), ended])) as [Measured]
    const results = new Results('targets')
    const grown = measured.usedAfter - measured.usedBefore
    if (measured.entries !== codes)
      throw new Error(`${measured.entries} of ${codes} codes are known after the start`)
    results.record('memory a code', measured.storeBytes / codes, 'bytes', 200, 'lower')
    results.record('memory a code, heap and buffers of the process', grown / codes, 'bytes', 200, 'lower')
    results.record(
      'cold look-ups from the snapshot, by processor time',
      measured.perSecond,
      '/s',
      30_000,
      'higher',
    )
    results.record('cold look-ups from PostgreSQL', await lookUpStored(folder), '/s', 5_000, 'higher')
    results.record('start with the snapshot, processor time', measured.startMs, 'ms', 3_000, 'lower')
    results.print()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.send) process.send(await measureStart(process.argv[2] as string))
else await main()
