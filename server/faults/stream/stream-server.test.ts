import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type OwnNats, startNats } from '../../../scripts/test/nats.mjs'
import { mountLimitedDisk, NO_DISK_REASON } from '../harness/limited-disk'
import { killPrograms } from '../harness/program'
import { type Installation, openInstallation } from '../harness/stream-installation'
import { SOON, says, startLoad, TAKES_AGAIN, TAKES_NONE } from '../harness/stream-load'
import { openTcpProxy, type TcpProxy } from '../harness/tcp-proxy'

let nats: OwnNats
let proxy: TcpProxy
let installation: Installation

beforeAll(async () => {
  nats = await startNats()
  proxy = await openTcpProxy(nats.port)
  installation = await openInstallation(`nats://127.0.0.1:${proxy.port}`)
})
afterEach(killPrograms)
afterAll(async () => {
  await installation?.close()
  await proxy?.close()
  await nats?.stop()
})

const STREAM = 'scanleaf-scans'

async function ask<T>(question: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const admin = await connect({ servers: nats.url })
  try {
    return await question(await jetstreamManager(admin))
  } finally {
    await admin.close()
  }
}

/** What workers owe. After kill -9 the server may keep a message in the stream that was acknowledged. */
const left = () =>
  ask(async ({ consumers }) => {
    const { num_pending, num_ack_pending } = await consumers.info(STREAM, 'import')
    return num_pending + num_ack_pending
  })
const redelivered = () =>
  ask(async ({ consumers }) => (await consumers.info(STREAM, 'import')).num_redelivered)

test('a server that is killed at every step loses no scan, and none is counted twice', async () => {
  const codeId = randomUUID()
  let scans = 0
  const steps = ['before publish', 'after publish', 'acknowledged', 'pulled', 'before acknowledge']
  for (const step of [...steps, 'after acknowledge']) {
    scans += installation.leaveSegments('worker', codeId)
    const program = await installation.startKilledAt(step, 'worker', 'worker', { victim: nats.pid() })
    await nats.ended()
    await nats.start()
    await installation.counted(codeId, scans)
    await program.kill('SIGKILL')
  }
})

test.each(['pulled', 'before commit', 'before acknowledge'])(
  'a worker that stands still (%s) comes back to batches that another has imported, and counts none again',
  async (step) => {
    const codeId = randomUUID()
    const scans = installation.leaveSegments('feeder', codeId)
    const feeder = await installation.start('redirect', 'feeder')
    await feeder.ready
    await expect.poll(() => installation.segmentsOf('feeder'), SOON).toEqual([])
    const slow = await installation.startKilledAt(step, 'worker', 'slow', { signal: 'SIGSTOP' })
    // The supervisor above it continues.
    const isStopped = () => / T /.test(readFileSync(`/proc/${slow.pidOf('program')}/stat`, 'utf8'))
    await expect.poll(isStopped, SOON).toBe(true)
    const other = await installation.start('worker', 'other')
    await other.ready
    // Its open transaction holds the other up.
    if (step === 'before commit') await expect.poll(redelivered, SOON).toBeGreaterThan(0)
    else {
      await installation.counted(codeId, scans)
      await expect.poll(left, SOON).toBe(0)
    }
    process.kill(slow.pidOf('program'), 'SIGCONT')
    await installation.counted(codeId, scans)
    await expect.poll(left, SOON).toBe(0)
    // A clean stop ends what it has begun.
    await slow.kill('SIGTERM')
    await installation.counted(codeId, scans)
  },
)

test('while the network is silent, slow or cut, or the server or the database is killed, scans wait and none is lost', async () => {
  const { more, waiting, end, redirect } = await startLoad(installation, 'network', { LOG_LEVEL: 'info' })
  await more(500)
  proxy.delayMs = Number.POSITIVE_INFINITY
  await says(redirect, TAKES_NONE)
  await expect.poll(waiting, SOON).toBeGreaterThan(3)
  expect((await fetch(`${redirect.publicUrl}/readyz`)).status).toBe(200)
  proxy.delayMs = 0
  await expect.poll(waiting, SOON).toBeLessThan(3)
  await says(redirect, TAKES_AGAIN)

  proxy.delayMs = 300
  await more(500)
  await expect.poll(waiting, SOON).toBeLessThan(20)
  proxy.delayMs = 0

  const { port } = proxy
  await proxy.close()
  await more(500)
  await expect.poll(waiting, SOON).toBeGreaterThan(3)
  proxy = await openTcpProxy(nats.port, port)
  await expect.poll(waiting, SOON).toBeLessThan(3)

  for (let kill = 0; kill < 3; kill++) {
    await nats.kill()
    await more(300)
    await nats.start()
    await more(300)
  }
  await installation.postgres.kill()
  await more(500)
  await installation.postgres.start()
  await more(300)
  await end()
})

test.runIf(NO_DISK_REASON === null)(
  'while the disk of the server is full scans wait in the journal, and none is lost',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scanleaf-nats-disk-'))
    const disk = mountLimitedDisk(folder, { kib: 4096 })
    const full = await startNats({ folder })
    onTestFinished(async () => {
      await full.stop()
      disk.unmount()
      rmSync(folder, { recursive: true, force: true })
    })
    const { more, waiting, end, redirect } = await startLoad(installation, 'disk', {
      SCAN_STREAM_URL: full.url,
    })
    await more(300)
    disk.fill()
    await says(redirect, TAKES_NONE)
    await more(500)
    await expect.poll(waiting, SOON).toBeGreaterThan(3)
    disk.free()
    // A server of this age turns JetStream off when its disk is full, until it is started again.
    await full.kill()
    await full.start()
    await more(300)
    await end()
  },
)
