import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { vi } from 'vitest'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type ClusterServer, startNatsCluster } from '../../../scripts/test/nats.mjs'
import { SOON } from './stream-load'
import { openTcpProxy, type TcpProxy } from './tcp-proxy'

export const STREAM = 'scanleaf-scans'

/** Three NATS servers, each behind a proxy for its clients, and the first behind one for the other two. */
export async function openStreamCluster() {
  const [routePort = 0] = await freePorts(1)
  let route = await openTcpProxy(routePort)
  const { servers, stop } = await startNatsCluster({ port: routePort, through: route.port })
  const doors: TcpProxy[] = []
  for (const { port } of servers) doors.push(await openTcpProxy(port))
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`)
  const ports = doors.map(({ port }) => port)
  const open = new Set(ports)

  async function ask<T>(question: (manager: JetStreamManager) => Promise<T>): Promise<T> {
    const admin = await connect({ servers: addresses, reconnect: false })
    try {
      return await question(await jetstreamManager(admin))
    } finally {
      await admin.close()
    }
  }

  const leaderBy = (cluster: (manager: JetStreamManager) => Promise<{ leader?: string } | undefined>) =>
    vi.waitFor(async () => {
      const leader = (await ask(cluster))?.leader
      const server = servers.find(({ name }) => name === leader)
      if (!server) throw new Error('it has no leader')
      return server
    }, SOON)

  return {
    servers,
    /** By the proxies. */
    url: `nats://${ports.map((port) => `127.0.0.1:${port}`)}`,
    directUrl: `nats://${addresses}`,
    ask,
    streamLeader: () => leaderBy(async ({ streams }) => (await streams.info(STREAM)).cluster),
    consumerLeader: () => leaderBy(async ({ consumers }) => (await consumers.info(STREAM, 'import')).cluster),
    /** Resolves when all three hold the whole stream. */
    complete: () =>
      vi.waitFor(async () => {
        const { cluster } = await ask(({ streams }) => streams.info(STREAM))
        const behind = cluster?.replicas?.filter(({ current }) => !current) ?? []
        if (!cluster?.leader || behind.length > 0) throw new Error('a replica is behind')
      }, SOON),
    /** Clients reach these servers alone; connections to the others break. */
    async admit(admitted: readonly ClusterServer[]): Promise<void> {
      for (const [index, server] of servers.entries()) {
        const port = ports[index] ?? 0
        if (admitted.includes(server) === open.has(port)) continue
        if (open.delete(port)) await doors[index]?.close()
        else {
          doors[index] = await openTcpProxy(server.port, port)
          open.add(port)
        }
      }
    },
    /** The first server keeps its clients, and does not reach the others. */
    cutFirst: () => route.close(),
    async joinFirst(): Promise<void> {
      route = await openTcpProxy(routePort, route.port)
    },
    async close(): Promise<void> {
      await stop()
      for (const proxy of [...doors.filter(({ port }) => open.has(port)), route]) await proxy.close()
    },
  }
}

export type StreamCluster = Awaited<ReturnType<typeof openStreamCluster>>
