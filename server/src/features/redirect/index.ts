import { clientAddress } from '../../platform/client-address'
import { type Clock, systemClock } from '../../platform/clock'
import type { Config } from '../../platform/config'
import type { Database } from '../../platform/db/database'
import type { StoreRecords } from '../../platform/journal/overflow'
import { PROCESS_KEY } from '../../platform/journal/segment-name'
import type { Log } from '../../platform/logging'
import { findTargets } from './repository'
import { openRedirectService, type RedirectConfig, type RedirectService, type Surroundings } from './service'
import { openRedirectThread } from './thread'

const CHANNEL = 'redirect_targets'

export interface RedirectParts {
  config: Config
  /** May still be opening: a look-up waits for it, so that the listener is up as soon as it can. */
  database: Database | Promise<Database>
  log: Log
  /** Takes scans when the journal cannot be written (disk full). */
  storeScans: StoreRecords
  /** The process's own clock when absent; a thread always has that one. */
  clock?: Clock
}

/**
 * Serves the code host: in this thread when the process does nothing else (`ROLE=redirect`), else in one of its own.
 * `close` answers what runs and syncs the journal, within five seconds.
 */
export async function startRedirect({
  config,
  database,
  log,
  storeScans,
  clock = systemClock,
}: RedirectParts): Promise<{ port: number; close(): Promise<void> }> {
  // Here too, because a thread cannot throw a ConfigError to us.
  clientAddress(config.trustedProxies)
  const surroundings: Surroundings = {
    findTargets: async (keys) => findTargets((await database).db, keys),
    storeScans,
    report: (level, message, err) => log[level]({ err }, message),
  }
  const settings = redirectConfig(config)
  let service: RedirectService | undefined
  // Before the first look-up, so that no change slips between the two.
  const unlisten = await (await database).listen(CHANNEL, (key) => service?.forget(key))
  service =
    config.role === 'redirect'
      ? await openRedirectService(settings, PROCESS_KEY, surroundings, clock)
      : await openRedirectThread(settings, PROCESS_KEY, surroundings)
  const opened = service
  return {
    port: opened.port,
    async close() {
      await opened.close()
      await unlisten()
    },
  }
}

/** No secret goes where it is not needed. */
const redirectConfig = ({
  host,
  publicPort,
  codeHost,
  appName,
  dataDir,
  languageDetection,
  scanDurability,
  trustedProxies,
}: Config): RedirectConfig => ({
  host,
  publicPort,
  codeHost,
  appName,
  dataDir,
  languageDetection,
  scanDurability,
  trustedProxies,
})
