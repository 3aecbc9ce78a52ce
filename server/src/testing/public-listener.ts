import { recordReported } from '../features/code-reports'
import { openCodePages } from '../features/pages'
import { pdfPages } from '../features/pdf-codes'
import { startRedirect } from '../features/redirect'
import { type Clock, systemClock } from '../platform/clock'
import type { Database } from '../platform/db/database'
import { openDenyList } from '../platform/deny-list'
import { openFiles } from '../platform/files/file-store'
import { openVisitorPages } from '../platform/http/loopback-listener'
import { createLog } from '../platform/logging'
import type { testApp } from './app'

/** Codes and pages of PDFs of a running product, as visitors reach them. */
export async function openPublicListener(
  product: ReturnType<typeof testApp>,
  {
    clock = systemClock,
    database = product.database(),
    ...change
  }: {
    clock?: Clock
    database?: Database
    pdfHost?: string
    pageHost?: string
    pageHostPerAccount?: boolean
    trustedProxies?: string[]
    targetDenyList?: string
    port?: number
  } = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const config = { ...product.config(), ...change }
  const log = createLog('silent')
  const denyList = openDenyList(config.targetDenyList, log)
  const files = openFiles(config)
  const serving = { config, database: Promise.resolve(database), denyList, files, log }
  const codePages = await openCodePages(serving)
  const pages = await openVisitorPages(codePages.handle, pdfPages(serving), log)
  const redirect = await startRedirect({
    config,
    database,
    denyList,
    log,
    storeScans: async () => {},
    recordReported,
    pagesPort: pages.port,
    runs: clock,
  })
  return {
    port: redirect.port,
    async close() {
      await redirect.close()
      await pages.close()
      await codePages.close()
      denyList.close()
    },
  }
}
