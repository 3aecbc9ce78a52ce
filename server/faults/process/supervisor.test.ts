import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { copyStartedData } from '../../../scripts/test/started-data.mjs'
import { killPoints } from '../harness/kill-points'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { Load, PHONE, signIn } from '../harness/redirect-program'

const killPoint = killPoints('supervisor')

const isNightly = process.env['NIGHTLY'] === '1'
const KILLS = isNightly ? 10 : 3
const CRASH_AT_START = fileURLToPath(new URL('../harness/crash-at-start.mjs', import.meta.url))

let postgres: OwnPostgres | undefined
let folder: string
let crashWhile: string
let settings: Record<string, string>

beforeAll(async () => {
  if (isNightly) postgres = await startPostgres({ settings: ['fsync=off'] })
})
afterAll(() => postgres?.stop())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scanleaf-supervisor-'))
  crashWhile = join(folder, 'crash')
  const [port, publicPort, metricsPort] = await freePorts(3)
  settings = {
    DATA_DIR: folderOfData(),
    PORT: `${port}`,
    PUBLIC_PORT: `${publicPort}`,
    METRICS_PORT: `${metricsPort}`,
    NODE_OPTIONS: `--import=${CRASH_AT_START}`,
    CRASH_WHILE: crashWhile,
  }
})
afterEach(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

const ALL_ENGINES: [string, () => Record<string, string>][] = [
  ['embedded', () => ({})],
  ['PostgreSQL', () => ({ DATABASE_URL: postgres?.url ?? '' })],
]
/** Kills on one PostgreSQL are the subject of `redirect-postgres`; the embedded engine has its folder to lose. */
const ENGINES = isNightly ? ALL_ENGINES : ALL_ENGINES.slice(0, 1)

const folderOfData = () => join(folder, 'data')

async function started(more: Record<string, string> = {}) {
  if (!more['DATABASE_URL'] && !existsSync(folderOfData())) await copyStartedData(folderOfData())
  const program = await startProgram({ ...settings, ...more })
  await program.ready
  return program
}

async function withCode(program: Program) {
  const { createCode, scanCount } = await signIn(program.url)
  const code = `KEEP${program.pid}`
  await createCode(code)
  return { scanCount, address: `${program.publicUrl}/${code}` }
}

const kill = (pid: number, signal: NodeJS.Signals = 'SIGKILL') => process.kill(pid, signal)

const statusOf = (url: string) =>
  fetch(url, { redirect: 'manual', headers: { connection: 'close', 'user-agent': PHONE } }).then(
    ({ status }) => status,
    () => null,
  )

/** The other process that has taken the place of one that was killed. */
async function successor(program: Program, part: 'program' | 'redirect-process', killed: number) {
  const found = () => {
    try {
      return program.pidOf(part)
    } catch {
      return killed
    }
  }
  await expect.poll(found).not.toBe(killed)
}

const untilReady = (program: Program) => expect.poll(() => statusOf(`${program.url}/readyz`)).toBe(200)

async function restartsOf(part: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${settings['METRICS_PORT']}/metrics`)).text()
  return Number(new RegExp(`scanleaf_restarts_total\\{process="${part}"\\} (\\d+)`).exec(metrics)?.[1])
}

/** Waits until that many more scans are answered. */
function more(load: Load, count: number) {
  const enough = load.answered + count
  return expect.poll(() => load.answered, { interval: 1 }).toBeGreaterThan(enough)
}

test.each(ENGINES)(
  `%s: the program killed ${KILLS} times amid scans, each is redirected and counted exactly once`,
  async (_, engine) => {
    const program = await started(engine())
    const { scanCount, address } = await withCode(program)
    const load = new Load()
    const running = load.run(address)
    for (let round = 1; round <= KILLS; round++) {
      await more(load, killPoint(100, 900))
      const pid = program.pidOf('program')
      kill(pid)
      await more(load, 100)
      await successor(program, 'program', pid)
      await untilReady(program)
    }
    await more(load, 100)
    load.isStopped = true
    await running
    const { sent, answered, refused, broken } = load
    expect({ answered, refused, broken }).toEqual({ answered: sent, refused: 0, broken: 0 })
    await expect.poll(scanCount).toBeGreaterThanOrEqual(answered)
    expect(await scanCount()).toBe(answered)
    expect(await restartsOf('program')).toBe(KILLS)
    await program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  },
)

test(`the redirect killed ${KILLS} times amid scans is there again, and no answered scan is lost`, async () => {
  const program = await started()
  const { scanCount, address } = await withCode(program)
  const load = new Load()
  for (let round = 1; round <= KILLS; round++) {
    const running = load.run(address)
    await more(load, killPoint(100, 900))
    const pid = program.pidOf('redirect-process')
    kill(pid)
    await running
    await successor(program, 'redirect-process', pid)
    await expect.poll(() => statusOf(`${program.publicUrl}/readyz`)).toBe(200)
  }
  const { sent, answered, refused } = load
  expect(refused).toBe(0)
  await expect.poll(scanCount).toBeGreaterThanOrEqual(answered)
  expect(await scanCount()).toBeLessThanOrEqual(sent)
  await expect.poll(() => restartsOf('redirect')).toBe(KILLS)
  expect(program.said()).toContain('the redirect has ended: it is started again')
  await program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test.each(ENGINES)('%s: with the supervisor both end, and hold neither ports nor data', async (_, engine) => {
  const first = await started(engine())
  const { scanCount, address } = await withCode(first)
  expect(await statusOf(address)).toBe(302)
  kill(first.pid)
  // Its streams are closed once no process of it is left.
  await first.ended
  const second = await started(engine())
  expect(await statusOf(address)).toBe(302)
  await expect.poll(scanCount).toBe(2)
  await second.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('while the program ends at every start the redirect answers, and a stop meanwhile ends all', async () => {
  const program = await started()
  const { scanCount, address } = await withCode(program)
  expect(await statusOf(address)).toBe(302)
  writeFileSync(crashWhile, '')
  kill(program.pidOf('program'))
  const ends = () => program.said().split('the program has ended').length - 1
  await expect.poll(ends).toBeGreaterThanOrEqual(3)
  for (let scan = 0; scan < 10; scan++) expect(await statusOf(address)).toBe(302)
  expect(await statusOf(`${program.publicUrl}/NEVER-ASKED-FOR`)).toBe(503)
  rmSync(crashWhile)
  await untilReady(program)
  await expect.poll(scanCount).toBe(11)

  writeFileSync(crashWhile, '')
  kill(program.pidOf('program'))
  const before = ends()
  await expect.poll(ends).toBeGreaterThanOrEqual(before + 1)
  expect(await statusOf(address)).toBe(302)
  await program.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await statusOf(address)).toBe(null)
  rmSync(crashWhile)
  const next = await started()
  await expect.poll(scanCount).toBe(12)
  await next.kill('SIGTERM')
})

test('SIGTERM to the program itself ends all of it', async () => {
  const program = await started()
  kill(program.pidOf('program'), 'SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await statusOf(`${program.publicUrl}/readyz`)).toBe(null)
})

test('a public port in use ends the start with one sentence, and leaves nothing', async () => {
  const first = await started()
  const data = join(folder, 'other')
  const second = await startProgram({ PUBLIC_PORT: `${settings['PUBLIC_PORT']}`, DATA_DIR: data })
  expect(await second.ended).toBe(1)
  expect(second.complaint()).toMatch(/^PUBLIC_PORT=\d+ is in use by another program: [^\n]*\n$/)
  expect(await statusOf(`${first.publicUrl}/readyz`)).toBe(200)
})
