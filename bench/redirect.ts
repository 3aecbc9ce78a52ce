/**
 * Side by side: our redirect, all features on, against a bare `node:http` 302 and a Fastify 302, a path of a domain
 * against an id on a domain without paths, and a code with three rules against one without, interleaved in one run: 64
 * keep-alive connections, the same number of requests each, medians over the runs. Each server has one core for all its
 * threads, the client has another, and each is restarted several times, because one process is up to a fifth faster than
 * the next of the same code. After it our counts are compared with what was sent.
 * `npm run bench:redirect -- [--json] [--starts=5] [--rounds=5] [--requests=20000] [--before=FOLDER]`
 * FOLDER is a work tree of an earlier commit with its packages, whose redirect is measured in the same run.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import { bundleServer } from '../scripts/build.mjs'
import { treeMemory } from '../server/faults/harness/process-tree'
import { isJson, median, numberOption, Results, textOption } from './measure/results'

interface Contender {
  process: ChildProcess
  url: string
  host: string
  sent: number
  figures: Figures
}

/** The results of all processes that ran under a name. */
interface Figures {
  rates: number[]
  p50: number[]
  p99: number[]
  /** Processor time of its busiest thread, µs a request: what else the machine does hardly counts. */
  cpu: number[]
  /** The largest number of scans, after any run, that were sent and not counted once. */
  miscounted: number
}

const starts = numberOption('starts', 5)
const rounds = numberOption('rounds', 5)
const requests = numberOption('requests', 20_000)
const before = textOption('before')
const CONNECTIONS = 64
/** Interleaved; ours is next to its reference. */
const NAMES = [
  'fastify',
  'bare',
  'ours',
  ...(before ? (['before'] as const) : []),
  'ours-sync',
  'ours-counted',
  'ours-domain',
  'ours-paths',
  'ours-rules',
] as const
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

/** Ours is measured as it is shipped: bundled, without a compiler at work beside it. */
const BUNDLE = join(import.meta.dirname, '../node_modules/.cache/redirect-bench')
const BUNDLE_BEFORE = join(before ?? '', 'node_modules/.cache/redirect-bench')
const SOURCES = [
  'bench/peers/redirect-contender.ts',
  'server/src/features/redirect/process/redirect-process.ts',
]

const SERVER_CORE = 0
const CLIENT_CORE = 1

/** All threads that a process has, and will have, run on one core (sched_setaffinity(2)). */
function keepTo(core: number, pid = process.pid): void {
  execFileSync('taskset', ['-a', '-p', '-c', `${core}`, `${pid}`], { stdio: 'ignore' })
}

async function start(name: Name, figures: Figures): Promise<Contender> {
  const isBefore = name === 'before'
  const child = fork(join(isBefore ? BUNDLE_BEFORE : BUNDLE, 'redirect-contender.js'), [
    isBefore ? 'ours' : name,
  ])
  keepTo(SERVER_CORE, child.pid)
  const [{ url, host }] = (await once(child, 'message')) as [{ url: string; host: string }]
  return { process: child, url, host, sent: 0, figures }
}

/** One batch of requests: its rate and its latencies in milliseconds. */
async function shoot(contender: Contender, isMeasured: boolean): Promise<void> {
  const latencies: number[] = []
  // Autocannon itself ends at its next full second.
  let answeredAt = 0
  const before = cpuOfThreads(contender.process.pid)
  const startedAt = performance.now()
  const run = autocannon({
    url: contender.url,
    connections: CONNECTIONS,
    amount: requests,
    headers: { host: contender.host, 'user-agent': PHONE, 'accept-language': 'vi-VN,vi;q=0.9,en;q=0.8' },
  })
  run.on('response', (_client, _status, _bytes, ms) => {
    latencies.push(ms)
    answeredAt = performance.now()
  })
  const result = await run
  const seconds = (answeredAt - startedAt) / 1000
  contender.sent += result['3xx']
  if (result['3xx'] !== requests) throw new Error(`${result['3xx']} of ${requests} were redirected`)
  if (!isMeasured) return
  const { rates, p50, p99, cpu } = contender.figures
  const after = cpuOfThreads(contender.process.pid)
  const busiest = Math.max(...[...after].map(([thread, ms]) => ms - (before.get(thread) ?? 0)))
  cpu.push((busiest * 1000) / requests)
  latencies.sort((a, b) => a - b)
  rates.push(requests / seconds)
  p50.push(latencies[Math.floor(latencies.length * 0.5)] ?? 0)
  p99.push(latencies[Math.floor(latencies.length * 0.99)] ?? 0)
}

const TICK_MS = 10

/** Processor time of each thread of a process and of those it started, in ms (proc(5), fields 14 and 15 of stat). */
function cpuOfThreads(root = 0): Map<string, number> {
  const threads = [...treeMemory(root).keys()].flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/stat`),
  )
  return new Map(
    threads.map((file) => {
      const stat = readFileSync(file, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return [file, (Number(fields[11]) + Number(fields[12])) * TICK_MS]
    }),
  )
}

/** Waits until it has counted all that was sent, and compares. */
async function checkCount({ process: child, sent, figures }: Contender): Promise<void> {
  child.send('count')
  const [{ scans }] = (await once(child, 'message')) as [{ scans: number }]
  figures.miscounted = Math.max(figures.miscounted, Math.abs(sent - scans))
}

const results = new Results('redirect')

const figures = new Map(
  NAMES.map((name): [Name, Figures] => [name, { rates: [], p50: [], p99: [], cpu: [], miscounted: 0 }]),
)
type Name = (typeof NAMES)[number]
const of = (name: Name) => figures.get(name) as Figures

/** Records the median of the ratios within each run: other load on the machine affects both. */
function compare(
  metric: string,
  figure: 'rates' | 'cpu' | 'p99',
  name: Name,
  peer: Name,
  goal: number,
): void {
  const peers = of(peer)[figure]
  const ratios = of(name)[figure].map((value, round) => value / (peers[round] ?? Number.NaN))
  results.record(metric, median(ratios), '×', goal, figure === 'rates' ? 'higher' : 'lower')
}

/** Some runs with a new process of each. */
async function runOnce(): Promise<void> {
  const contenders = new Map<Name, Contender>()
  try {
    for (const [name, found] of figures) contenders.set(name, await start(name, found))
    for (let round = -1; round < rounds; round++) {
      for (const [name, contender] of contenders) {
        await shoot(contender, round >= 0)
        // Also because its remaining imports would slow the next one down.
        if (name.startsWith('ours') || name === 'before') await checkCount(contender)
      }
    }
  } finally {
    for (const { process: child } of contenders.values()) child.kill()
  }
}

keepTo(CLIENT_CORE)
await bundleServer(SOURCES, BUNDLE)
if (before) {
  const build = (await import(pathToFileURL(join(before, 'scripts/build.mjs')).href)) as {
    bundleServer: typeof bundleServer
  }
  await build.bundleServer(SOURCES, BUNDLE_BEFORE)
}
for (let run = 0; run < starts; run++) await runOnce()

if (!isJson) {
  for (const [name, { rates, p50, p99, cpu }] of figures) {
    const latencies = `p50 ${median(p50).toFixed(2)} ms, p99 ${median(p99).toFixed(2)} ms, ${median(cpu).toFixed(0)} µs of a processor`
    console.log(`${name.padEnd(13)} ${median(rates).toFixed(0).padStart(7)} requests/s, ${latencies}`)
  }
}
compare('rate against bare node:http', 'rates', 'ours', 'bare', 0.9)
compare('processor time against bare node:http', 'cpu', 'ours', 'bare', 1.11)
compare('p99 against bare node:http', 'p99', 'ours', 'bare', 1.5)
if (before) compare('rate against the version before', 'rates', 'ours', 'before', 0.98)
compare('rate with SCAN_DURABILITY=sync', 'rates', 'ours-sync', 'bare', 0.5)
compare('processor time with METRICS_PORT against without', 'cpu', 'ours-counted', 'ours', 1.1)
compare('rate on a domain with paths against one without', 'rates', 'ours-paths', 'ours-domain', 0.97)
compare('rate of a code with three rules against one without', 'rates', 'ours-rules', 'ours', 0.95)
compare('processor time of a code with three rules against one without', 'cpu', 'ours-rules', 'ours', 1.05)
for (const name of ['ours', 'ours-sync', 'ours-paths', 'ours-rules'] as const)
  results.record(`${name}: scans sent and not counted once`, of(name).miscounted, 'scans', 0, 'lower')
results.print()
