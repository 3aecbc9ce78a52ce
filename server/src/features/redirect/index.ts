import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { type DenyList, NO_DENY_LIST } from '../../platform/deny-list'
import { on } from '../../platform/events'
import { inLane, VISITORS } from '../../platform/fair-queue/lane'
import { clientAddress } from '../../platform/http/client-address'
import type { StoreRecords } from '../../platform/journal/overflow'
import { PROCESS_KEY } from '../../platform/journal/segment-name'
import type { Log } from '../../platform/logging'
import { findDayKey } from '../../platform/proof-of-work'
import type { SupervisorPort } from '../../platform/supervisor/messages'
import type { Brand } from './http/pages'
import { RemoteRedirect } from './process/remote-redirect'
import { RedirectCounts, type RedirectFigures } from './redirect-counters'
import {
  findDomains,
  findPaths,
  findTargets,
  insertReport,
  type RecordReported,
  returnTickets,
  takeTickets,
} from './repository'
import {
  type Changed,
  openRedirectService,
  type RedirectConfig,
  type RedirectServiceDependencies,
  type RunningRedirect,
} from './service'

export type { RecordReported } from './repository'
export { clearedTargets, codeReports, reportedCodes } from './table'
export { findDamage } from './targets/record-store/snapshot-folder'

/** Codes whose rules cannot be read are logged once, and so many at most. */
const MAX_UNREADABLE = 1000

export interface RedirectDependencies {
  config: Config
  /** May still be opening: a look-up waits for it, so that the listener is up as soon as it can. */
  database: Database | Promise<Database>
  log: Log
  /** Denies nothing when absent. */
  denyList?: DenyList
  /** Takes scans when the journal cannot be written (disk full). */
  storeScans: StoreRecords
  recordReported: RecordReported
  /** Port of the listener of pages of this program, whose requests come in at this one. */
  pagesPort?: number | undefined
  /** Who keeps the redirect's process; or a clock: then it runs in this process, by that clock. */
  runs: SupervisorPort | Clock
}

export interface Redirect {
  port: number
  /** Counts of responses so far; null without METRICS_PORT. */
  figures: (() => RedirectFigures) | null
  /** How often a visitor got a 503. */
  unavailable: () => number
  /** Requests that a proxy forwarded which is not in TRUSTED_PROXIES. */
  unlistedProxies: () => number
  /** Share of its time, 0 to 1, that it worked lately. */
  busyShare: () => number
  /** `/readyz` fails from here on. */
  drain(): void
  close(): Promise<void>
  /** Ends its parts in this process; a process of its own continues. */
  leave(): Promise<void>
}

/**
 * Serves the code host in a process of its own, which nothing else delays or ends: not the importer of the scans, nor
 * pages of PDF codes, nor an upload. `close` completes in-flight requests and syncs the journal, within five seconds.
 */
export async function startRedirect({
  config,
  database,
  log,
  denyList = NO_DENY_LIST,
  storeScans,
  recordReported,
  pagesPort,
  runs,
}: RedirectDependencies): Promise<Redirect> {
  // Here too, because another process cannot throw a ConfigError to us.
  clientAddress(config.trustedProxies)
  let service: RunningRedirect | undefined
  // Before the first look-up, so that no change slips between the two.
  const listening = listen(database, (what, key) => service?.forget(what, key))
  // It is awaited once the service is open.
  listening.catch(() => {})
  const found = async <T>(find: (opened: Database) => Promise<T>): Promise<T> => {
    await listening
    const opened = await database
    return inLane(VISITORS, async () => find(opened))
  }
  const unreadable = new Set<string>()
  const onUnreadableRules = (codeId: string) => {
    if (unreadable.has(codeId) || unreadable.size >= MAX_UNREADABLE) return
    unreadable.add(codeId)
    log.error({ codeId }, 'the rules of a code cannot be read: it leads to its own target')
  }
  const dependencies: RedirectServiceDependencies = {
    untilOpen: () => listening.then(() => {}),
    findTargets: (keys) => found(({ db }) => findTargets(db, keys, denyList, onUnreadableRules)),
    findDomains: (hosts) => found(({ db }) => findDomains(db, hosts)),
    findPaths: (keys) => found(({ db }) => findPaths(db, keys)),
    takeTickets: (codeId, ruleId, first) => found(({ db }) => takeTickets(db, codeId, ruleId, first)),
    returnTickets: (codeId, ruleId, count) => found(({ db }) => returnTickets(db, codeId, ruleId, count)),
    storeScans,
    findReportKey: async (day) => findDayKey((await database).db, day),
    storeReport: async (report) =>
      insertReport(await database, report, config.reportsBeforeWarning, recordReported),
    report: (level, message, err) => log[level]({ err }, message),
  }
  const counts = new RedirectCounts()
  const countsAll = config.metricsPort !== null
  const settings = { ...redirectConfig(config), servesPages: pagesPort !== undefined, countsAll }
  const forwardingPort = pagesPort ?? null
  if ('now' in runs) {
    const here = await openRedirectService(settings, PROCESS_KEY, dependencies, runs, counts)
    here.forwardTo(forwardingPort)
    here.setBrand(brandOf(config))
    service = here
  } else {
    const remote = new RemoteRedirect(runs, forwardingPort, dependencies, counts, () => brandOf(config))
    // First, so that no change slips between a look-up and here.
    service = remote
    const { logLevel, logFormat } = config
    await remote.open({ config: settings, logLevel, logFormat })
  }
  const opened = service
  const unwatchList = denyList.onChange(() => opened.forget('target', ''))
  const unfollow = on('site-settings', () => opened.setBrand(brandOf(config)))
  const unwatch = () => {
    unwatchList()
    unfollow()
  }
  const close = () => {
    unwatch()
    return opened.close()
  }
  const unlisteners = await listening.catch(async (error) => {
    // A process of its own continues, unless the supervisor ends it as well.
    if ('now' in runs) await close()
    throw error
  })
  const leave = () => Promise.all(unlisteners.map((unlisten) => unlisten())).then(() => {})
  return {
    port: opened.port,
    figures: countsAll ? () => counts.read() : null,
    unavailable: () => counts.unavailable,
    unlistedProxies: () => counts.unlistedProxies,
    busyShare: () => opened.busyShare(),
    drain: () => opened.drain(),
    async close() {
      await close()
      await leave()
    },
    async leave() {
      unwatch()
      await leave()
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

const brandOf = ({ appName, logo }: Config): Brand => ({
  appName,
  logo: logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`,
})

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
  pdfHost,
  pageHost,
  pageHostPerAccount,
  sharesAddress,
  port,
}: Config): Omit<RedirectConfig, 'servesPages' | 'countsAll'> => ({
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
  pdfHost,
  pageHost,
  pageHostPerAccount,
  appPort: sharesAddress ? port : null,
})
