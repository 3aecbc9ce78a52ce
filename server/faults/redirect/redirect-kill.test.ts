import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { copyStartedData } from '../../../scripts/test/started-data.mjs'
import { timeoutMs } from '../../../scripts/test/timeouts.mjs'
import { killPoints } from '../harness/kill-points'
import { endAtOnce, Load, signIn, start, stop } from '../harness/redirect-program'

const killPoint = killPoints('redirect-kill')

const isNightly = process.env['NIGHTLY'] === '1'
/** `KILLS=100` for the long test. */
const KILLS = Number(process.env['KILLS'] ?? (isNightly ? 20 : 8))

let program: ChildProcess | null = null
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-kill-'))
afterEach(() => {
  endAtOnce(program)
  rmSync(folder, { recursive: true, force: true })
})

test(
  `killed ${KILLS} times in mid-load, every answered scan is counted, and none twice`,
  async () => {
    const [port, publicPort] = await freePorts(2)
    const appUrl = `http://localhost:${port}`
    const env = { PORT: `${port}`, PUBLIC_PORT: `${publicPort}`, DATA_DIR: folder, LOG_LEVEL: 'error' }
    await copyStartedData(folder)
    const load = new Load()
    program = await start(env)
    const { createCode, scanCount } = await signIn(appUrl)
    await createCode('KILLTEST')

    for (let kill = 1; kill <= KILLS; kill++) {
      const until = load.answered + killPoint(500, 2499)
      const running = load.run(`http://localhost:${publicPort}/KILLTEST`)
      await expect.poll(() => load.answered, { interval: 1 }).toBeGreaterThan(until)
      await stop(program, 'SIGKILL')
      await running

      program = await start(env)
      await expect.poll(scanCount, { interval: 100 }).toBeGreaterThanOrEqual(load.answered)
      const counted = await scanCount()
      console.log(`kill ${kill}: answered ${load.answered}, counted ${counted}, sent ${load.sent}`)
      expect(counted).toBeLessThanOrEqual(load.sent)
      expect(load.refused).toBe(0)
    }

    const counted = await scanCount()
    expect(await stop(program, 'SIGTERM')).toBe(0)
    program = await start(env)
    // Of those that were sent and not answered, some waited for their fold when it was asked to stop.
    await expect.poll(scanCount, { interval: 100 }).toBeGreaterThanOrEqual(counted)
    expect(await scanCount()).toBeLessThanOrEqual(load.sent)
  },
  timeoutMs(60 + KILLS * 30),
)
