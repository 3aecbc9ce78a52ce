import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { killPrograms } from '../harness/program'
import { runTool } from '../harness/run-tool'
import { openStreamCluster, STREAM, type StreamCluster } from '../harness/stream-cluster'
import { type Installation, openInstallation } from '../harness/stream-installation'
import { SOON } from '../harness/stream-load'

/** The steps of a scan at which a server can die, and whose leader it is that dies (kill-at.mjs). */
const STEPS = [
  ['before publish', 'streamLeader'],
  ['after publish', 'streamLeader'],
  ['acknowledged', 'streamLeader'],
  ['pulled', 'consumerLeader'],
  ['before acknowledge', 'consumerLeader'],
  ['after acknowledge', 'consumerLeader'],
] as const

let cluster: StreamCluster
let installation: Installation

beforeAll(async () => {
  cluster = await openStreamCluster()
  installation = await openInstallation(cluster.url)
  // It migrates the database and creates the stream.
  await (await installation.start('worker', 'worker')).ready
  await cluster.streamLeader()
})
afterEach(killPrograms)
afterAll(async () => {
  await installation?.close()
  await cluster?.close()
})

test('a stream in a cluster has three replicas, and so have its consumer and the stream of what is unreadable', async () => {
  const configs = () =>
    cluster.ask(async ({ streams, consumers }) => [
      (await streams.info(STREAM)).config.num_replicas,
      (await streams.info(`${STREAM}-unreadable`)).config.num_replicas,
      1 + ((await consumers.info(STREAM, 'import')).cluster?.replicas?.length ?? 0),
    ])
  await expect.poll(() => configs().catch(() => []), SOON).toEqual([3, 3, 3])
})

test.each(['that server', 'another server'])(
  'a leader that is killed at every step, while the process is connected to %s, loses no scan, and none is counted twice',
  async (connectedTo) => {
    const codeId = randomUUID()
    let scans = 0
    for (const [step, leaderOf] of STEPS) {
      scans += installation.leaveSegments('worker', codeId)
      const leader = await cluster[leaderOf]()
      const others = cluster.servers.filter((server) => server !== leader)
      await cluster.admit(connectedTo === 'that server' ? [leader] : others)
      const program = await installation.startKilledAt(step, 'worker', 'worker', { victim: leader.pid() })
      await leader.ended()
      await cluster.admit(others)
      // By the two that are left.
      await installation.counted(codeId, scans)
      await leader.start()
      await leader.healthy()
      await program.kill('SIGKILL')
    }
    await cluster.admit(cluster.servers)
  },
)

test('metrics and doctor report a replica that is lost, and a stream without a leader', async () => {
  const [port = 0] = await freePorts(1)
  const settings = { METRICS_PORT: `${port}` }
  await (await installation.start('worker', 'watched', settings)).ready
  const figureOf = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return text.split('\n').find((line) => line.startsWith(`scanleaf_stream_${name} `)) ?? null
  }
  const shows = (name: string, value: number | null) =>
    expect.poll(() => figureOf(name), SOON).toBe(value === null ? null : `scanleaf_stream_${name} ${value}`)
  const doctor = async () => (await runTool('doctor-cli', [], installation.settingsOf('watched'))).out

  await shows('connected', 1)
  await shows('replicas_lost', 0)
  expect(await doctor()).not.toContain('stream-')

  const leader = await cluster.streamLeader()
  const [first, second] = cluster.servers.filter((server) => server !== leader)
  await first?.kill()
  await shows('replicas_lost', 1)
  expect(await doctor()).toContain(`stream-replica-lost ${STREAM}: ${first?.name} out of reach.`)

  await second?.kill()
  await shows('connected', 0)
  await shows('replicas_lost', null)
  await expect.poll(doctor, SOON).toMatch(/stream-(away|replica-lost)/)

  for (const server of [first, second]) await server?.start()
  await shows('connected', 1)
  await shows('replicas_lost', 0)
})
