/**
 * What somebody waits while somebody else floods a pool of processes or the web process, and the memory that it takes.
 * Needs a build (`npm run bench -- fair-lanes` makes one). On PostgreSQL with DATABASE_URL.
 * `npm run bench:fair-lanes -- [--json] [--dist=server/dist]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Call, FLOODS, type Flood, floodsOf, startFlooded } from '../server/faults/harness/floods'
import { MemoryWatch } from '../server/faults/harness/process-tree'
import { killPrograms } from '../server/faults/harness/program'
import { isJson, Results } from './measure/results'

const GOAL_MS = 1_000
/** In flight at once, as many as the largest flood that is sent at once. */
const AT_ONCE = { lists: 30, most: 60 }
const REST_CALLS = 20
const FEWEST_CALLS = 10

const results = new Results('fair-lanes')
const note = (text: string) => isJson || console.log(text)
const dist = process.argv.find((argument) => argument.startsWith('--dist='))?.slice('--dist='.length)

async function timed(call: Call): Promise<{ ms: number; status: number; isOverLimit: boolean }> {
  const startedAt = performance.now()
  const { status, body } = await call()
  const isOverLimit = status === 403 || body.includes('"TooManyRequests"')
  return { ms: performance.now() - startedAt, status, isOverLimit }
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const countsOf = (statuses: number[]) =>
  Object.entries(Object.groupBy(statuses, (status) => status))
    .map(([status, all]) => `${all?.length} × ${status}`)
    .join(', ')

/** As many as may be in flight, each followed by the next. */
async function flooded(calls: Call[], atOnce: number): Promise<number[]> {
  const left = [...calls]
  const statuses: number[] = []
  const one = async () => {
    for (let call = left.shift(); call; call = left.shift()) statuses.push((await timed(call)).status)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return statuses
}

async function measure(name: string, { flood, other }: Flood, pid: number): Promise<void> {
  const rest: number[] = []
  for (let n = 0; n < REST_CALLS; n++) rest.push((await timed(other)).ms)
  const watch = new MemoryWatch(pid)
  let isOver = false
  const flooding = flooded(flood, name.startsWith('lists') ? AT_ONCE.lists : AT_ONCE.most).then(
    (statuses) => {
      isOver = true
      return statuses
    },
  )
  const mine: { ms: number; status: number }[] = []
  while (!isOver || mine.length < FEWEST_CALLS) {
    const one = await timed(other)
    // The other has used up its own minute or quota: a quick refusal is no answer.
    if (one.isOverLimit) break
    mine.push(one)
  }
  const statuses = await flooding
  watch.stop()
  const ms = mine.map((one) => one.ms)
  note(
    `${name}: at rest p50 ${quantile(rest, 0.5).toFixed(0)}; ${mine.length} others p50 ${quantile(ms, 0.5).toFixed(0)}, p99 ${quantile(ms, 0.99).toFixed(0)}, max ${Math.max(...ms).toFixed(0)} ms (${countsOf(mine.map(({ status }) => status))}); flood ${countsOf(statuses)}; ${watch.most.toFixed(0)} MiB, largest process ${watch.maxOfChild.toFixed(0)} MiB`,
  )
  results.record(`${name}: p50 of others`, quantile(ms, 0.5), 'ms', GOAL_MS, 'lower')
  results.record(`${name}: p99 of others`, quantile(ms, 0.99), 'ms', GOAL_MS, 'lower')
  results.record(`${name}: others refused`, mine.filter(({ status }) => status >= 300).length, '', 0, 'lower')
}

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
try {
  const databaseUrl = process.env['DATABASE_URL']
  const program = await startFlooded(folder, databaseUrl ? { DATABASE_URL: databaseUrl } : {}, dist)
  const floods = await floodsOf(program)
  for (const name of FLOODS) await measure(name, floods[name], program.pid)
} finally {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
