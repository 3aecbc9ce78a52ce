import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { inLane } from '../fair-queue/lane'
import type { Log } from '../logging'
import { clientAddress, laneOfAddress } from './client-address'
import { CODE_PAGE_HEADER } from './code-page'
import { listen } from './listen'

/** Only the public listener, of this machine, connects to it; it reports who the visitor is. */
export const LOOPBACK_ADDRESS = clientAddress(['127.0.0.0/8', '::1'])
/** An idle page keeps no connection of the public listener open for longer. */
const KEEP_ALIVE_MS = 60_000

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Serves pages on the loopback interface, for the public listener to hand requests to (rulings §3): those of codes, which
 * the redirect names, and those of PDF codes.
 */
export async function openVisitorPages(
  codePages: Handle,
  pdfPages: Handle,
  log: Log,
): Promise<{ port: number; close(): Promise<void> }> {
  const handle: Handle = (request, response) =>
    (CODE_PAGE_HEADER in request.headers ? codePages : pdfPages)(request, response)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    inLane(laneOfAddress(LOOPBACK_ADDRESS(request)), () => handle(request, response)).catch((err) => {
      log.error({ err }, 'a page could not be served')
      if (!response.headersSent) response.writeHead(503, { 'retry-after': '5' }).end()
    })
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 }, (err) =>
    log.error({ err }, 'the listener of pages failed to take a connection'),
  )
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
