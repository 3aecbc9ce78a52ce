import { createServer } from 'node:http'
import type { Config } from '../../../platform/config/config'
import { openCountries } from '../../../platform/country'
import type { Database } from '../../../platform/db/database'
import { within } from '../../../platform/db/timeouts'
import { type DenyList, NO_DENY_LIST } from '../../../platform/deny-list'
import { inLane } from '../../../platform/fair-queue/lane'
import type { FileStore } from '../../../platform/files/file-store'
import { clientAddress, laneOfAddress } from '../../../platform/http/client-address'
import { listen } from '../../../platform/http/listen'
import type { Log } from '../../../platform/logging'
import { createPageHandler } from './handler'
import { findPublished } from './published-pdf'
import { createPdfPages } from './render'
import { Counts } from './visit-counters'

export interface PdfPagesDependencies {
  config: Config
  /** Both may still be opening: a request waits for them. */
  database: Promise<Database>
  files: Promise<FileStore>
  denyList?: DenyList
  log: Log
}

/** Only the public listener, of this machine, connects to it; it reports who the visitor is. */
const LOOPBACK = ['127.0.0.0/8', '::1']
/** An idle page keeps no connection of the public listener open for longer. */
const KEEP_ALIVE_MS = 60_000
/** For the database, while the program starts. */
const OPEN_WITHIN_MS = 2_000

/**
 * Serves the pages of PDF codes on the loopback interface, for the public listener to hand requests to
 * (rulings §3).
 */
export async function openPdfPages({
  config,
  database,
  files,
  denyList = NO_DENY_LIST,
  log,
}: PdfPagesDependencies): Promise<{ port: number; close(): Promise<void> }> {
  const addressOf = clientAddress(LOOPBACK)
  const handler = Promise.all([database, files, openCountries()]).then(([opened, store, countryOf]) => {
    const counts = new Counts(opened)
    return createPageHandler({
      ...config,
      pages: createPdfPages(config.languageDetection),
      files: store,
      denyList,
      find: (key) => findPublished(opened.db, key),
      // A failing counter must not keep a visitor from reading.
      count: (codeId, kind) =>
        counts.add(codeId, kind).catch((err) => log.warn({ err }, 'a visit of a PDF could not be counted')),
      addressOf,
      countryOf,
    })
  })
  handler.catch(() => {})
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    within(OPEN_WITHIN_MS, handler)
      .then((handle) => inLane(laneOfAddress(addressOf(request)), () => handle(request, response)))
      .catch((err) => {
        log.error({ err }, 'a PDF page could not be served')
        if (!response.headersSent) response.writeHead(503, { 'retry-after': '5' }).end()
      })
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0 }, (err) =>
    log.error({ err }, 'the listener of PDF pages failed to take a connection'),
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
