import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../../platform/config/config'
import { openCountries } from '../../../platform/country'
import type { Database } from '../../../platform/db/database'
import { within } from '../../../platform/db/timeouts'
import { type DenyList, NO_DENY_LIST } from '../../../platform/deny-list'
import type { FileStore } from '../../../platform/files/file-store'
import { LOOPBACK_ADDRESS } from '../../../platform/http/loopback-listener'
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

/** For the database, while the program starts. */
const OPEN_WITHIN_MS = 2_000

/** What serves the pages of PDF codes, for the listener of the loopback interface. */
export function pdfPages({
  config,
  database,
  files,
  denyList = NO_DENY_LIST,
  log,
}: PdfPagesDependencies): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const handler = Promise.all([database, files, openCountries()]).then(([opened, store, countryOf]) => {
    const counts = new Counts(opened)
    return createPageHandler({
      ...config,
      plainName: () => config.appName,
      pages: createPdfPages(config.languageDetection),
      files: store,
      denyList,
      find: (key) => findPublished(opened.db, key),
      // A failing counter must not keep a visitor from reading.
      count: (codeId, kind) =>
        counts.add(codeId, kind).catch((err) => log.warn({ err }, 'a visit of a PDF could not be counted')),
      addressOf: LOOPBACK_ADDRESS,
      countryOf,
    })
  })
  handler.catch(() => {})
  return async (request, response) => (await within(OPEN_WITHIN_MS, handler))(request, response)
}
