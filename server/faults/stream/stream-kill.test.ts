import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnNats, startNats } from '../../../scripts/test/nats.mjs'
import { type Installation, openInstallation } from '../harness/stream-installation'

/** The steps of a scan from the journal to the database (kill-at.mjs), by the role whose work they are. */
const PUBLISHING = ['before publish', 'after publish', 'acknowledged', 'removed']
const IMPORTING = ['pulled', 'before commit', 'committed', 'before acknowledge', 'after acknowledge']

let nats: OwnNats
let installation: Installation

beforeAll(async () => {
  nats = await startNats()
  installation = await openInstallation(nats.url)
  // It migrates the database, so that the others only start.
  await (await installation.start('redirect', 'redirect')).ready
})
afterAll(async () => {
  await installation?.close()
  await nats?.stop()
})

/** A process that is killed at each of the steps in turn, and then does the rest. */
async function killAtEach(role: string, steps: readonly string[], codeId: string): Promise<number> {
  const { leaveSegments, startKilledAt, start } = installation
  const name = `killed-${role}`
  let scans = 0
  for (const step of steps) {
    scans += leaveSegments(name, codeId)
    const program = await startKilledAt(step, role, name)
    // By the signal, and nothing else.
    expect(await program.ended, `${step}: ${program.complaint()}`).toBeNull()
  }
  await (await start(role, name)).ready
  return scans
}

test('a redirect and a worker that are killed at every step lose no scan and count none twice', async () => {
  const codeId = randomUUID()
  const [published, imported] = await Promise.all([
    killAtEach('redirect', PUBLISHING, codeId),
    killAtEach('worker', IMPORTING, codeId),
  ])
  await installation.counted(codeId, published + imported)
  for (const name of ['killed-redirect', 'killed-worker'])
    await expect.poll(() => installation.segmentsOf(name)).toEqual([])
})
