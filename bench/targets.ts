/**
 * The redirect's memory of a million codes: bytes a code, look-ups of codes that were not asked for before, from the
 * memory that a start has read from disk and from PostgreSQL, and the time of that start.
 * `npm run bench:targets -- [--json] [--codes=1000000] [--lookups=200000]`
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TARGET_CODEC } from '../server/src/features/redirect/targets/codec'
import { LookupCache } from '../server/src/features/redirect/targets/lookup-cache'
import { RecordStore } from '../server/src/features/redirect/targets/memory/record-store'
import type { Target } from '../server/src/features/redirect/targets/target'
import { systemClock } from '../server/src/platform/clock'
import { isJson, numberOption, Results } from './results'

const codes = numberOption('codes', 1_000_000)
const lookups = numberOption('lookups', 200_000)
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

function collect(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

interface Measured {
  rssBefore: number
  rssAfter: number
  storeBytes: number
  entries: number
  startMs: number
  perSecond: number
}

/** In a process of its own, as after a restart while the database is unreachable. */
async function measureStart(folder: string): Promise<Measured> {
  collect()
  const rssBefore = process.memoryUsage.rss()
  const startedAt = cpuMs()
  const store = openStore(folder)
  const startMs = cpuMs() - startedAt
  // The server does so a few seconds after its start.
  collect()
  const rssAfter = process.memoryUsage.rss()
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
  return { rssBefore, rssAfter, storeBytes, entries, startMs, perSecond }
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
    const grown = measured.rssAfter - measured.rssBefore
    if (measured.entries !== codes)
      throw new Error(`${measured.entries} of ${codes} codes are known after the start`)
    results.record('memory a code', measured.storeBytes / codes, 'bytes', 200, 'lower')
    results.record('memory a code, as the system counts it', grown / codes, 'bytes', 200, 'lower')
    results.record(
      'cold look-ups from the snapshot, by processor time',
      measured.perSecond,
      '/s',
      30_000,
      'higher',
    )
    results.record('start with the snapshot, processor time', measured.startMs, 'ms', 3_000, 'lower')
    results.print()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.send) process.send(await measureStart(process.argv[2] as string))
else await main()
