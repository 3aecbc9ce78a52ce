import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { startPostgres } from '../../../scripts/test/postgres.mjs'
import { openDatabase } from '../../src/platform/db'
import { listRuns } from '../../src/platform/jobs'
import { killPoints } from '../harness/kill-points'
import { endAtOnce, Load, signIn, start, stop } from '../harness/redirect-program'

const killPoint = killPoints('redirect-postgres')

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-processes-'))
const postgres = await startPostgres()
const programs = new Set<ChildProcess>()
const SOON = { timeout: 60_000, interval: 50 }

afterAll(async () => {
  for (const program of programs) endAtOnce(program)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function startOne(env: Record<string, string>): Promise<ChildProcess> {
  const program = await start({ DATA_DIR: folder, LOG_LEVEL: 'warn', DATABASE_URL: postgres.url, ...env })
  programs.add(program)
  return program
}

/** Afterwards it is back, for the next test even when this one failed. */
async function withoutDatabase(work: () => Promise<void>): Promise<void> {
  await postgres.kill()
  try {
    await work()
  } finally {
    await postgres.start()
  }
}

/** Output of the program since then. */
function listenTo(program: ChildProcess): () => string {
  let printed = ''
  program.stdout?.on('data', (text: string) => {
    printed += text
  })
  return () => printed
}

/** The counts of the list, once they are high enough. */
async function countedIn(scanCount: () => Promise<number>, atLeast: number): Promise<number> {
  await expect.poll(scanCount, SOON).toBeGreaterThanOrEqual(atLeast)
  return scanCount()
}

test('a database that goes away as soon as the program is ready ends neither it nor its jobs', async () => {
  const [port, publicPort] = await freePorts(2)
  const program = await startOne({ PORT: `${port}`, PUBLIC_PORT: `${publicPort}` })
  const printed = listenTo(program)
  await withoutDatabase(async () => {
    const failures = () => printed().split('"message":"ServiceUnavailable').length - 1
    await expect.poll(failures, SOON).toBeGreaterThan(5)
    expect((await fetch(`http://localhost:${publicPort}/healthz`)).status).toBe(200)
  })
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir: folder })
  // A claim whose response was lost with the database expires with its lease of a minute, and claims are made once a
  // minute.
  const done = async () => (await listRuns(database.db)).filter(({ doneAt }) => doneAt !== null).length
  await expect.poll(done, { ...SOON, timeout: 150_000 }).toBeGreaterThan(0)
  await database.close()
  expect(await stop(program, 'SIGTERM')).toBe(0)
}, 300_000)

test('while the database is away a known code goes on, and is counted when it is back', async () => {
  const [port, publicPort] = await freePorts(2)
  const program = await startOne({ PORT: `${port}`, PUBLIC_PORT: `${publicPort}` })
  const { createCode, scanCount } = await signIn(`http://localhost:${port}`)
  await createCode('AWAY')
  const load = new Load()
  const running = load.run(`http://localhost:${publicPort}/AWAY`)
  await expect.poll(() => load.answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(200)
  const printed = listenTo(program)
  let before = 0
  await withoutDatabase(async () => {
    before = load.answered
    await expect.poll(printed, SOON).toContain('scans wait in the journal')
    const waiting = () =>
      readdirSync(join(folder, 'journal')).filter((name) => name.endsWith('.closed')).length
    await expect.poll(waiting, SOON).toBeGreaterThan(2)
    await expect.poll(() => load.answered, SOON).toBeGreaterThan(before)
    const unknown = await fetch(`http://localhost:${publicPort}/NEVER-ASKED-FOR`)
    expect(unknown.status).toBe(503)
  })
  await expect.poll(() => load.answered, SOON).toBeGreaterThan(before + 500)
  load.isStopped = true
  await running
  const { answered, sent, refused, broken } = load
  const counted = await countedIn(scanCount, answered)
  console.log(`database away: answered ${answered}, counted ${counted}, sent ${sent}`)
  expect(counted).toBe(answered)
  expect({ refused, broken }).toEqual({ refused: 0, broken: 0 })
  expect(await stop(program, 'SIGTERM')).toBe(0)
}, 180_000)

test('two processes on one database and one folder count every scan once, while they are killed in turn', async () => {
  const ports = await freePorts(2)
  const appPorts = await freePorts(2)
  const env = (one: number) => ({ PORT: `${appPorts[one]}`, PUBLIC_PORT: `${ports[one]}` })
  const both = [await startOne(env(0)), await startOne(env(1))]
  const { createCode, scanCount } = await signIn(`http://localhost:${appPorts[0]}`)
  await createCode('TWO')
  const load = new Load()
  for (let kill = 0; kill < 6; kill++) {
    const running = ports.map((each) => load.run(`http://localhost:${each}/TWO`))
    const until = load.answered + killPoint(400, 1199)
    await expect.poll(() => load.answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(until)
    const killed = kill % 2
    await stop(both[killed] as ChildProcess, 'SIGKILL')
    load.isStopped = true
    await Promise.all(running)
    load.isStopped = false
    both[killed] = await startOne(env(killed))
  }
  const { answered, sent, refused } = load
  const counted = await countedIn(scanCount, answered)
  console.log(`two processes: answered ${answered}, counted ${counted}, sent ${sent}`)
  expect(counted).toBeLessThanOrEqual(sent)
  expect(refused).toBe(0)
  for (const program of both) expect(await stop(program, 'SIGTERM')).toBe(0)
}, 240_000)
