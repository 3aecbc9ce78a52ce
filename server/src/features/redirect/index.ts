import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { type DenyList, NO_DENY_LIST } from '../../platform/deny-list'
import { clientAddress } from '../../platform/http/client-address'
import type { StoreRecords } from '../../platform/journal/overflow'
import { PROCESS_KEY } from '../../platform/journal/segment-name'
import { inLane, VISITORS } from '../../platform/lanes/lane'
import type { Log } from '../../platform/logging'
import { findDayKey } from '../../platform/proof'
import type { ProxyTarget } from './http/reverse-proxy'
import { RedirectCounts, type RedirectFigures } from './redirect-counters'
import { findDomains, findPaths, findTargets, insertReport } from './repository'
import {
  type Changed,
  openRedirectService,
  type RedirectConfig,
  type RedirectService,
  type RedirectServiceDependencies,
} from './service'
import { openRedirectThread } from './thread/thread'

export { clearedTargets, codeReports, reportedCodes } from './table'

export interface RedirectDependencies {
  config: Config
  /** May still be opening: a look-up waits for it, so that the listener is up as soon as it can. */
  database: Database | Promise<Database>
  log: Log
  /** Denies nothing when absent. */
  denyList?: DenyList
  /** Takes scans when the journal cannot be written (disk full). */
  storeScans: StoreRecords
  /** What else comes in at this listener. */
  forwarding?: ProxyTarget
  /** With a clock of the caller's the service runs in the caller's thread: one of its own has the system's. */
  clock?: Clock
}

export interface Redirect {
  port: number
  /** Counts of responses so far; null without METRICS_PORT. */
  figures: (() => RedirectFigures) | null
  /** How often a visitor got a 503. */
  unavailable: () => number
  /** Share of its time, 0 to 1, that the redirect's thread worked since the last call. */
  busyShare: () => number
  /** `/readyz` fails from here on. */
  drain(): void
  close(): Promise<void>
}

/**
 * Serves the code host in a thread of its own, which nothing else in the process delays: not the importer of the scans,
 * nor pages of PDF codes, nor an upload. `close` completes in-flight requests and syncs the journal, within five seconds.
 */
export async function startRedirect({
  config,
  database,
  log,
  denyList = NO_DENY_LIST,
  storeScans,
  forwarding,
  clock,
}: RedirectDependencies): Promise<Redirect> {
  // Here too, because a thread cannot throw a ConfigError to us.
  clientAddress(config.trustedProxies)
  let service: RedirectService | undefined
  // Before the first look-up, so that no change slips between the two.
  const listening = listen(database, (what, key) => service?.forget(what, key))
  // It is awaited once the service is open.
  listening.catch(() => {})
  const found = async <T>(find: (opened: Database) => Promise<T>): Promise<T> => {
    await listening
    const opened = await database
    return inLane(VISITORS, async () => find(opened))
  }
  const dependencies: RedirectServiceDependencies = {
    untilOpen: () => listening.then(() => {}),
    findTargets: (keys) => found(({ db }) => findTargets(db, keys, denyList)),
    findDomains: (hosts) => found(({ db }) => findDomains(db, hosts)),
    findPaths: (keys) => found(({ db }) => findPaths(db, keys)),
    storeScans,
    findReportKey: async (day) => findDayKey((await database).db, day),
    storeReport: async (complaint) => insertReport(await database, complaint, config.reportsBeforeWarning),
    report: (level, message, err) => log[level]({ err }, message),
  }
  const counts = new RedirectCounts()
  const countsAll = config.metricsPort !== null
  const settings = {
    ...redirectConfig(config),
    forwarding: forwarding ?? null,
    counts: counts.memory,
    countsAll,
  }
  service =
    clock === undefined
      ? await openRedirectThread(settings, PROCESS_KEY, dependencies)
      : await openRedirectService(settings, PROCESS_KEY, dependencies, clock)
  const opened = service
  const unwatch = denyList.onChange(() => opened.forget('target', ''))
  const close = () => {
    unwatch()
    return opened.close()
  }
  const unlisteners = await listening.catch(async (error) => {
    await close()
    throw error
  })
  return {
    port: opened.port,
    figures: countsAll ? () => counts.read() : null,
    unavailable: () => counts.unavailable,
    busyShare: () => opened.busyShare(),
    drain: () => opened.drain(),
    async close() {
      await close()
      await Promise.all(unlisteners.map((unlisten) => unlisten()))
    },
  }
}

async function listen(
  database: Database | Promise<Database>,
  onKey: (what: Changed, key: string) => void,
): Promise<(() => Promise<void>)[]> {
  const opened = await database
  return Promise.all([
    opened.listen('redirect_targets', (key) => onKey('target', key)),
    opened.listen('redirect_domains', (host) => onKey('domain', host)),
    opened.listen('redirect_paths', (key) => onKey('path', key)),
  ])
}

/** No secret goes where it is not needed. */
const redirectConfig = ({
  host,
  publicPort,
  codeHost,
  appName,
  dataDir,
  languageDetection,
  links,
  scanDurability,
  trustedProxies,
  hstsMaxAge,
  securityContacts,
  appUrl,
  redirectMemoryBytes,
  redirectOutageDays,
  redirectsUncounted,
}: Config): Omit<RedirectConfig, 'forwarding' | 'counts' | 'countsAll'> => ({
  host,
  publicPort,
  codeHost,
  appName,
  dataDir,
  languageDetection,
  links,
  scanDurability,
  trustedProxies,
  hstsMaxAge,
  securityContacts,
  appUrl,
  redirectMemoryBytes,
  redirectOutageDays,
  redirectsUncounted,
})
