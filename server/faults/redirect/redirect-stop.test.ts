import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { killPoints } from '../harness/kill-points'
import { endAtOnce, Load, signIn, start, stop } from '../harness/redirect-program'

const killPoint = killPoints('redirect-stop')

const STOPS = 3

let program: ChildProcess | null = null
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-stop-'))
afterEach(() => {
  endAtOnce(program)
  rmSync(folder, { recursive: true, force: true })
})

test('stopped in mid-load, no connection breaks, every answered scan is counted, and it ends in time by itself', async () => {
  const [port, publicPort] = await freePorts(2)
  const env = { PORT: `${port}`, PUBLIC_PORT: `${publicPort}`, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const load = new Load()
  program = await start(env)
  const { createCode, scanCount } = await signIn(`http://localhost:${port}`)
  await createCode('STOPTEST')
  for (let round = 1; round <= STOPS; round++) {
    const until = load.answered + killPoint(500, 1499)
    const running = load.run(`http://localhost:${publicPort}/STOPTEST`)
    await expect.poll(() => load.answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(until)
    // After ten seconds it would end by force, with 1.
    expect(await stop(program, 'SIGTERM')).toBe(0)
    await running

    program = await start(env)
    await expect.poll(scanCount, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(load.answered)
    const { answered, sent, refused, broken } = load
    console.log(
      `stop ${round}: answered ${answered}, counted ${await scanCount()}, sent ${sent}, broken ${broken}`,
    )
    expect(await scanCount()).toBe(answered)
    expect({ refused, broken }).toEqual({ refused: 0, broken: 0 })
  }
}, 300_000)
