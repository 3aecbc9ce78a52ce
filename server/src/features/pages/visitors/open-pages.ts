import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/config'
import { openCountries } from '../../../platform/country'
import type { Database } from '../../../platform/db/database'
import { type DenyList, NO_DENY_LIST } from '../../../platform/deny-list'
import { inLane, VISITORS } from '../../../platform/fair-queue/lane'
import type { FileStore } from '../../../platform/files/file-store'
import { LOOPBACK_ADDRESS } from '../../../platform/http/loopback-listener'
import type { Log } from '../../../platform/logging'
import { createPageRenderer } from '../render/page'
import { createPageHandler } from './handler'
import { PageCache } from './page-cache'
import { PageFolder } from './page-folder'
import { findPublished, findUnpublished } from './published-page'

export interface CodePagesDependencies {
  config: Config
  /** May still be opening, or away: pages that were shown before are shown nevertheless. */
  database: Promise<Database>
  denyList?: DenyList
  files: Promise<FileStore>
  log: Log
}

/** What serves the pages behind codes, for the listener of the loopback interface. */
export async function openCodePages({
  config,
  database,
  denyList = NO_DENY_LIST,
  files,
  log,
}: CodePagesDependencies): Promise<{
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}> {
  const folder = new PageFolder(join(config.dataDir, 'pages'), log)
  const asking = async <T>(work: (opened: Database) => Promise<T>): Promise<T> => {
    const opened = await database
    return inLane(VISITORS, () => work(opened))
  }
  const cache = new PageCache(
    (id) => asking(async ({ db }) => (await findPublished(db, [id])).get(id) ?? null),
    folder,
  )
  const handle = createPageHandler({
    ...config,
    denyList,
    // Opened beside the start, which a bucket that is away must not hold up.
    files: { read: async (key) => (await files).read(key) },
    render: createPageRenderer({ config, detection: config.languageDetection }),
    find: (id) => cache.find(id),
    findUnpublished: (id, version) => asking(({ db }) => findUnpublished(db, id, version)),
    addressOf: LOOPBACK_ADDRESS,
    countryOf: await openCountries(),
  })
  return { handle, close: () => folder.close() }
}
