import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/build.mjs'
import { freePorts } from '../scripts/lib/free-ports.mjs'
import { startPostgres } from '../scripts/test/postgres.mjs'
import { treeMemory } from '../server/faults/harness/process-tree'
import { median, numberOption, Results } from './measure/results'

/**
 * How long a second `npm start` takes until /readyz responds, and the memory of the idle server, on both engines.
 * `--rounds=5`, `--json`. Linux only: memory is read from /proc.
 */
const ROOT = join(import.meta.dirname, '..')
const READY_WITHIN_MS = 120_000
/** By then V8 has freed the memory of the start. */
const REST_MS = 20_000
/** npm is gone before the server is, which holds the folder until then. */
const LEAVE_MS = 2_000
const results = new Results('start')
const rounds = numberOption('rounds', 5)

interface Started {
  readyMs: number
  server: ChildProcess
}

async function start(command: readonly [string, ...string[]], env: Record<string, string>): Promise<Started> {
  const [port, publicPort] = await freePorts(2)
  const startedMs = performance.now()
  const server = spawn(command[0], command.slice(1), {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), PUBLIC_PORT: String(publicPort) },
    stdio: 'ignore',
    detached: true,
  })
  while (performance.now() - startedMs < READY_WITHIN_MS) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null)
    if (answer?.ok) return { readyMs: performance.now() - startedMs, server }
    await pause(10)
  }
  throw new Error('the server was not ready in time')
}

/** All of its group, because npm starts a shell, and that the server. */
async function stop({ server }: Started): Promise<void> {
  const ended = once(server, 'exit')
  process.kill(-(server.pid as number), 'SIGTERM')
  await ended
  await pause(LEAVE_MS)
}

/**
 * Of the supervisor, the redirect and the program. What they map from files, such as Node.js itself, is in memory once:
 * the largest of them counts (proc(5), RssFile).
 */
function residentMb({ server }: Started): number {
  let anonymous = 0
  let mapped = 0
  for (const pid of treeMemory(server.pid as number).keys()) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const mb = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    anonymous += mb('RssAnon') + mb('RssShmem')
    mapped = Math.max(mapped, mb('RssFile'))
  }
  return anonymous + mapped
}

async function memoryAtRest(env: Record<string, string>): Promise<number> {
  const started = await start([process.execPath, 'server/dist/main.js'], env)
  try {
    await pause(REST_MS)
    return residentMb(started)
  } finally {
    await stop(started)
  }
}

await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
const postgres = await startPostgres()
try {
  const embedded = { DATA_DIR: join(folder, 'embedded'), LOG_LEVEL: 'error' }
  await stop(await start([process.execPath, 'server/dist/main.js'], embedded))
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = await start(['npm', 'start'], embedded)
    times.push(started.readyMs)
    await stop(started)
  }
  results.record('second npm start until ready', median(times), 'ms', 2000, 'lower')
  results.record('memory at rest, embedded', await memoryAtRest(embedded), 'MB', 350, 'lower')
  const onPostgres = {
    DATA_DIR: join(folder, 'postgres'),
    DATABASE_URL: postgres.url,
    LOG_LEVEL: 'error',
  }
  results.record('memory at rest, PostgreSQL', await memoryAtRest(onPostgres), 'MB', 190, 'lower')
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
results.print()
