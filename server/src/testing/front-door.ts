import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface PublicAddress {
  /** Base address on loopback, without a slash at the end. */
  url: string
  /** From now on requests reach this application. */
  leadTo(app: FastifyInstance): void
  close(): Promise<void>
}

/**
 * An address that is known before the application is built: a simulator and the application each need the address of
 * the other.
 */
export async function openPublicAddress(): Promise<PublicAddress> {
  let app: FastifyInstance | null = null
  const server = createServer((request, response) => {
    if (app) app.routing(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (built) => {
      app = built
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
