import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../logging'
import type { MetricSources } from './registry'

const LOOPBACK = '127.0.0.1'

/**
 * Serves `/metrics` for Prometheus, and `/healthz`, on the loopback interface: metrics are not public.
 * Loads its dependencies only here, so that a process without METRICS_PORT pays nothing.
 */
export async function openMetrics(
  port: number,
  sources: MetricSources,
  log: Log,
): Promise<{ port: number; close(): Promise<void> }> {
  const { openRegistry } = await import('./registry')
  const { registry, close } = openRegistry(sources)
  const send = async (url: string, response: ServerResponse) => {
    if (url === '/healthz') response.end('ok\n')
    else if (url !== '/metrics') response.writeHead(404).end()
    else {
      const figures = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(figures)
    }
  }
  const server = createServer((request, response) => {
    send(request.url ?? '', response).catch((err) => {
      log.error({ err }, 'the metrics cannot be read')
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: LOOPBACK, port }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
