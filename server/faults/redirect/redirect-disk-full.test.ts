import { type ChildProcess, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { endAtOnce, Load, signIn, start, stop } from '../harness/redirect-program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-full-'))
const journal = join(folder, 'journal')
const filler = join(journal, 'filler')
mkdirSync(journal)
/** Only root may mount a disk that small. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', journal]).status === 0
let program: ChildProcess | null = null

afterAll(() => {
  endAtOnce(program)
  if (isMounted) spawnSync('umount', ['--lazy', journal])
  rmSync(folder, { recursive: true, force: true })
})

/** Leaves so little space that the next writes are cut in their middle. */
function fillDisk(): void {
  for (let size = 60; size > 0; size--) {
    try {
      writeFileSync(filler, Buffer.alloc(size * 1024))
      return
    } catch {
      rmSync(filler, { force: true })
    }
  }
}

test.runIf(isMounted)(
  'on a full disk every answered scan is counted, and the journal comes back',
  async () => {
    const [port, publicPort] = await freePorts(2)
    program = await start({
      PORT: `${port}`,
      PUBLIC_PORT: `${publicPort}`,
      DATA_DIR: folder,
      LOG_LEVEL: 'info',
    })
    let log = ''
    program.stdout?.on('data', (text) => {
      log += text
    })
    const { createCode, scanCount } = await signIn(`http://localhost:${port}`)
    await createCode('DISKFULL')
    const load = new Load()
    const running = load.run(`http://localhost:${publicPort}/DISKFULL`)
    const more = (count: number) => {
      const until = load.answered + count
      return expect.poll(() => load.answered, { timeout: 60_000, interval: 1 }).toBeGreaterThan(until)
    }

    await more(300)
    fillDisk()
    await expect.poll(() => log, { timeout: 30_000 }).toContain('the scan journal cannot be written')
    await more(300)
    rmSync(filler, { force: true })
    await expect.poll(() => log, { timeout: 30_000 }).toContain('the scan journal is writable again')
    load.isStopped = true
    await running

    await expect.poll(scanCount, { timeout: 60_000, interval: 100 }).toBeGreaterThanOrEqual(load.answered)
    const counted = await scanCount()
    console.log(`answered ${load.answered}, counted ${counted}, sent ${load.sent}, refused ${load.refused}`)
    expect(counted).toBe(load.answered)
    expect(load.refused).toBe(0)
    expect(await stop(program, 'SIGTERM')).toBe(0)
  },
  180_000,
)
