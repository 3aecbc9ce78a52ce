import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { killPrograms } from '../harness/program'
import { openStreamCluster, type StreamCluster } from '../harness/stream-cluster'
import { type Installation, openInstallation } from '../harness/stream-installation'
import { IMPORTS_NONE, SOON, says, startLoad, TAKES_AGAIN, TAKES_NONE } from '../harness/stream-load'

const SETTINGS = { LOG_LEVEL: 'info' }

let cluster: StreamCluster
let installation: Installation

beforeAll(async () => {
  cluster = await openStreamCluster()
  installation = await openInstallation(cluster.url)
})
afterEach(killPrograms)
afterAll(async () => {
  await installation?.close()
  await cluster?.close()
})

test('while a follower and a leader are killed, a disk is lost, and each server is restarted in turn, no scan is lost', async () => {
  const { flows, more, waiting, end } = await startLoad(installation, 'rolling', SETTINGS)
  await flows()
  const leader = await cluster.streamLeader()
  const follower = cluster.servers.find((server) => server !== leader)
  for (const server of [follower, leader]) {
    await server?.kill()
    await more(500)
    await expect.poll(waiting, SOON).toBeLessThan(3)
    await server?.start()
    await server?.healthy()
    await more(300)
  }
  await follower?.kill()
  follower?.loseDisk()
  await more(300)
  await follower?.start()
  await follower?.healthy()
  await cluster.complete()
  for (const server of cluster.servers) {
    await server.end()
    await more(300)
    await server.start()
    await server.healthy()
    await more(300)
  }
  await end()
})

test.each(['leader', 'follower'])(
  'while only a %s is left, scans wait in the journal with one line, and are counted once when the others are back',
  async (left) => {
    const { flows, more, waiting, end, redirect, worker } = await startLoad(installation, left, SETTINGS)
    await flows()
    const leader = await cluster.streamLeader()
    const isLeft = left === 'leader' ? leader : cluster.servers.find((server) => server !== leader)
    const others = cluster.servers.filter((server) => server !== isLeft)
    await Promise.all(others.map((server) => server.kill()))
    await says(redirect, TAKES_NONE)
    await says(worker, IMPORTS_NONE)
    await more(300)
    await expect.poll(waiting, SOON).toBeGreaterThan(10)
    expect(redirect.said().split(TAKES_NONE)).toHaveLength(2)
    expect((await fetch(`${redirect.publicUrl}/readyz`)).status).toBe(200)
    await Promise.all(others.map((server) => server.start()))
    await says(redirect, TAKES_AGAIN)
    await expect.poll(waiting, SOON).toBeLessThan(3)
    await end()
    for (const server of cluster.servers) await server.healthy()
  },
)

test('a redirect that is cut off from the cluster holds up nobody else, and loses no scan', async () => {
  const { flows, more, waiting, end, redirect } = await startLoad(installation, 'cut', SETTINGS)
  await flows()
  await cluster.admit([])
  await says(redirect, TAKES_NONE)
  await more(300)
  await expect.poll(waiting, SOON).toBeGreaterThan(3)

  const codeId = randomUUID()
  const direct = { SCAN_STREAM_URL: cluster.directUrl }
  const scans = installation.leaveSegments('near', codeId)
  const near = [
    await installation.start('redirect', 'near', direct),
    await installation.start('worker', 'near-worker', direct),
  ]
  await Promise.all(near.map(({ ready }) => ready))
  await installation.counted(codeId, scans)

  await cluster.admit(cluster.servers)
  await says(redirect, TAKES_AGAIN)
  await end()
})

test('redirects and workers leave a server that is cut off from the others', async () => {
  await cluster.admit(cluster.servers.slice(0, 1))
  const { flows, more, end, redirect, worker } = await startLoad(installation, 'island', SETTINGS)
  await flows()
  await cluster.admit(cluster.servers)
  await cluster.cutFirst()
  await says(redirect, TAKES_NONE)
  await says(worker, IMPORTS_NONE)
  await says(redirect, TAKES_AGAIN)
  await more(300)
  await end()
  await cluster.joinFirst()
  for (const server of cluster.servers) await server.healthy()
})
