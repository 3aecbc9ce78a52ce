import { openPdfPages } from '../features/pdf-codes'
import { startRedirect } from '../features/redirect'
import { type Clock, systemClock } from '../platform/clock'
import { openDenyList } from '../platform/deny-list'
import { openFiles } from '../platform/files/file-store'
import { createLog } from '../platform/logging'
import type { testApp } from './app'

/** Codes and pages of PDFs of a running product, as visitors reach them. */
export async function openPublicListener(
  product: ReturnType<typeof testApp>,
  {
    clock = systemClock,
    ...change
  }: {
    clock?: Clock
    pdfHost?: string
    trustedProxies?: string[]
    targetDenyList?: string
    port?: number
  } = {},
): Promise<{ port: number; close(): Promise<void> }> {
  const config = { ...product.config(), ...change }
  const database = product.database()
  const log = createLog('silent')
  const denyList = openDenyList(config.targetDenyList, log)
  const pages = await openPdfPages({
    config,
    database: Promise.resolve(database),
    files: openFiles(config),
    denyList,
    log,
  })
  const redirect = await startRedirect({
    config,
    database,
    denyList,
    log,
    storeScans: async () => {},
    forwarding: { address: config.pdfHost, port: pages.port },
    runs: clock,
  })
  return {
    port: redirect.port,
    async close() {
      await redirect.close()
      await pages.close()
      denyList.close()
    },
  }
}
