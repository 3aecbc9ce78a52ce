import { createServer, type ServerResponse } from 'node:http'
import { listen } from '../http/listen'
import type { Address } from '../http/startup-server'
import type { Log } from '../logging'
import type { MetricSources } from './registry'

interface MetricsDependencies {
  sources: MetricSources
  isStopping: () => boolean
  log: Log
}

/**
 * Serves `/metrics` for Prometheus, and `/healthz` and `/readyz`, which a worker has nowhere else. Metrics are not
 * public: METRICS_HOST is the loopback interface unless it is set.
 * Loads its dependencies only here, so that a process without METRICS_PORT pays nothing.
 */
export async function openMetrics(
  address: Address,
  { sources, isStopping, log }: MetricsDependencies,
): Promise<{ port: number; close(): Promise<void> }> {
  const { openRegistry } = await import('./registry')
  const { registry, close } = openRegistry(sources)
  const isReady = () =>
    sources.database.ping().then(
      () => !isStopping(),
      () => false,
    )
  const send = async (url: string, response: ServerResponse) => {
    if (url === '/healthz') response.end('ok\n')
    else if (url === '/readyz') {
      const ready = await isReady()
      response.writeHead(ready ? 200 : 503).end(ready ? 'ok\n' : 'not ready\n')
    } else if (url !== '/metrics') response.writeHead(404).end()
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
  const port = await listen(server, address, (err) =>
    log.error({ err }, 'the listener of metrics failed to take a connection'),
  )
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        close()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
