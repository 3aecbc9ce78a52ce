import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import { openCountries } from '../../platform/country'
import { clientAddress, unlistedProxies } from '../../platform/http/client-address'
import { codePageReader, pageHostOf } from '../../platform/http/code-page'
import { maxConnections } from '../../platform/http/connection-limit'
import { hasUnreadBody } from '../../platform/http/discard-body'
import { listen } from '../../platform/http/listen'
import { hasSeveralHosts, toOriginForm } from '../../platform/http/public-address'
import { securityTxt } from '../../platform/http/security-txt'
import { MAX_REQUEST_MS } from '../../platform/http/slow-request-guard'
import { transportSecurity } from '../../platform/http/transport-security'
import { isPerson } from '../../platform/http/visitor-kind'
import type { StoreRecords } from '../../platform/journal/overflow'
import { JournalWriter } from '../../platform/journal/writer'
import { createAppProxy, createPageProxy, type PageTarget } from './http/forwarded-hosts'
import { createHandler, type Handler } from './http/handler'
import { GO_ON_POLICY } from './http/page-style'
import { type Brand, createPages } from './http/pages'
import { HostResponse, type Readiness, sendBadRequest, sendPage } from './http/reply'
import {
  type AnswerDependencies,
  sendUnavailable,
  sendVisitorPage,
  sendWrongMethod,
  visitorLanguageOf,
} from './http/visitor-answers'
import { outcomeChooser } from './outcome'
import { createPasswordGate } from './password-gate'
import { RateLimit } from './rate-limit'
import { scanRecorder } from './record-scan'
import type { RedirectCounts } from './redirect-counters'
import type { VisitorReport } from './reports/report-form'
import type { FindReportKey } from './reports/report-keys'
import { sameOriginCheck } from './reports/same-origin'
import { createReports } from './reports/submit-report'
import { type FindMany, Lookup } from './targets/batched-lookup'
import { type Codec, DOMAIN_CODEC, PATH_CODEC, TARGET_CODEC } from './targets/codec'
import { LookupCache, type LookupCacheOptions } from './targets/lookup-cache'
import { RecordStore } from './targets/record-store/record-store'
import type { Domains, Paths, Targets } from './targets/target'
import { type TicketStore, Tickets } from './tickets'
import { VisitorHasher } from './visitor-hash'

const HEADERS_WITHIN_MS = 10_000
const REQUEST_WITHIN_MS = 30_000
const KEEP_ALIVE_MS = 15_000
const CHECK_TIMEOUTS_EVERY_MS = 2_000
const MAX_HEADER_BYTES = 16 * 1024
/** Active clients send their next request within this time and get `Connection: close`; idle ones are then closed. */
const LEAVE_MS = 300
const ANSWER_WITHIN_MS = 3_000
/** Above this number, requests for unknown ids count as enumeration. */
const MISSES_PER_MINUTE = 60
const MEASURE_EVERY_MS = 1_000
/** A start that has not reached the database by then redirects what it knows. */
const DATABASE_WITHIN_MS = 5_000
const SECONDS_OF_DAY = 86_400

export type RedirectConfig = Pick<
  Config,
  | 'host'
  | 'publicPort'
  | 'codeHost'
  | 'appName'
  | 'dataDir'
  | 'languageDetection'
  | 'links'
  | 'scanDurability'
  | 'trustedProxies'
  | 'hstsMaxAge'
  | 'securityContacts'
  | 'appUrl'
  | 'redirectMemoryBytes'
  | 'redirectOutageDays'
  | 'redirectsUncounted'
  | 'pdfHost'
  | 'pageHost'
  | 'pageHostPerAccount'
> & {
  /** The program has a listener for pages. */
  servesPages: boolean
  /** Where the application listens, whose address is that of the codes; null: it has one of its own. */
  appPort: number | null
  /** False: only those that ask a visitor to come back are counted. */
  countsAll: boolean
}

/** Dependencies of the service on the rest of the program, over a function call or messages. */
export interface RedirectServiceDependencies extends TicketStore {
  /** Resolves when the database can be asked for the first time. */
  untilOpen(): Promise<void>
  findTargets(keys: string[]): Promise<Targets>
  findDomains(hosts: string[]): Promise<Domains>
  findPaths(keys: string[]): Promise<Paths>
  storeReport(report: VisitorReport): Promise<void>
  findReportKey: FindReportKey
  storeScans: StoreRecords
  report(level: 'info' | 'warn' | 'error', message: string, failure?: Error): void
}

/** What the service keeps in memory until it is told that it was changed. */
export type Changed = 'target' | 'domain' | 'path'

/** The service as the rest of the program has it, in this process or in one of its own. */
export interface RunningRedirect {
  port: number
  /** Something was changed; an empty key when any of its kind may have been. */
  forget(what: Changed, key: string): void
  /** Share of its time, 0 to 1, that it worked lately. */
  busyShare(): number
  /** Of the pages from here on. */
  setBrand(brand: Brand): void
  /** `/readyz` fails from here on, and responses ask clients to connect elsewhere. */
  drain(): void
  close(): Promise<void>
}

export interface RedirectService extends RunningRedirect {
  /** The pages that are served here are at this port of the loopback interface; null: it is away. */
  forwardTo(port: number | null): void
  /** Nothing is known of what was changed so far: the database has to be reached again. */
  reconnect(): void
}

/** Listener, cache and journal: all that a scan passes through. */
export async function openRedirectService(
  config: RedirectConfig,
  processKey: string,
  {
    untilOpen,
    findTargets,
    findDomains,
    findPaths,
    storeScans,
    storeReport,
    findReportKey,
    report,
    ...ticketStore
  }: RedirectServiceDependencies,
  clock: Clock,
  counts: RedirectCounts,
): Promise<RedirectService> {
  const folder = join(config.dataDir, 'journal')
  const onUnlisted = unlistedProxies(
    () => counts.addUnlistedProxy(),
    (proxy) =>
      report(
        'warn',
        'a proxy is not in TRUSTED_PROXIES: its visitors count as one, have no country and share their rate limits',
        new Error(`${proxy} forwarded a request`),
      ),
  )
  const addressOf = clientAddress(config.trustedProxies, onUnlisted)
  const countryOf = await openCountries()
  const store = new RecordStore({
    folder: join(config.dataDir, 'targets'),
    processKey,
    maxBytes: config.redirectMemoryBytes,
    report,
  })
  const cacheOf = <T extends object>(
    find: FindMany<T>,
    codec: Codec<T>,
    more?: Pick<LookupCacheOptions<T>, 'weightOf'>,
  ): LookupCache<T> => {
    const lookup = new Lookup(find)
    const keepForSeconds = config.redirectOutageDays * SECONDS_OF_DAY
    return new LookupCache({
      lookUp: (key) => lookup.find(key),
      codec,
      store,
      clock,
      keepForSeconds,
      ...more,
    })
  }
  const targets = cacheOf(findTargets, TARGET_CODEC, { weightOf: ({ rules }) => rules?.length ?? 0 })
  const domains = cacheOf(findDomains, DOMAIN_CODEC)
  const paths = cacheOf(findPaths, PATH_CODEC)
  const caches = { target: targets, domain: domains, path: paths }
  const journal = new JournalWriter({
    folder,
    durability: config.scanDurability,
    processKey,
    clock,
    store: storeScans,
    onUnwritable: (failure) =>
      report(
        'error',
        'the scan journal cannot be written: scans are written directly to the database',
        failure,
      ),
    onWritable: () => report('info', 'the scan journal is writable again'),
    onUnsynced: (failure) => report('error', 'fsync of the scan journal failed', failure),
  })
  const visitors = new VisitorHasher(folder, (failure) =>
    report('warn', 'the visitor salt cannot be stored: unique visitors may be counted twice today', failure),
  )
  const startedAt = performance.now()
  const tickets = new Tickets(ticketStore)
  let isOpen = false
  let isStopping = false
  let wasReady = false
  const isDegraded = () => !isOpen || Object.values(caches).some(({ isDatabaseAway }) => isDatabaseAway)
  /** Once ready it goes by what is known; a start leaves visitors to others until it has had time for the database. */
  const readiness = (): Readiness => {
    if (isStopping) return 'stopping'
    if (!isDegraded()) return 'ok'
    const hasWaited = wasReady || performance.now() - startedAt > DATABASE_WITHIN_MS
    return isOpen || (hasWaited && store.size > 0) ? 'degraded' : 'starting'
  }
  const measure = () => {
    const { size: entries, bytes, isWritable: isSaved, damaged } = store
    counts.setState({ entries, bytes, isSaved, damaged }, isDegraded())
  }
  measure()
  const measuring = setInterval(measure, MEASURE_EVERY_MS).unref()
  const { codeHost, appUrl, securityContacts } = config
  const hsts = transportSecurity(codeHost, config.hstsMaxAge)
  const isSameOrigin = sameOriginCheck(codeHost)
  let brand: Brand = { appName: config.appName, logo: null }
  const answers: AnswerDependencies = {
    languageDetection: config.languageDetection,
    pages: createPages(() => brand, config.links.privacy, config.languageDetection),
    misses: new RateLimit(MISSES_PER_MINUTE, 60_000),
    addressOf,
    countryOf,
    onMissed: config.countsAll ? (asked, request) => counts.addMiss(asked, isPerson(request)) : null,
    onUnavailable: () => counts.addUnavailable(),
  }
  const { pdfHost, pageHost, pageHostPerAccount, hstsMaxAge } = config
  const forwarding: PageTarget | null = config.servesPages
    ? { pdfHost, pageHost, pageHostPerAccount, hstsMaxAge, port: null }
    : null
  const proxy =
    forwarding &&
    createPageProxy(
      forwarding,
      addressOf,
      (request, response, why) => {
        if (why === 'unavailable') sendUnavailable(answers, request, response)
        else if (why === 'wrong-method') sendWrongMethod(answers, request, response)
        else sendVisitorPage(answers, request, response, why)
      },
      (request, response, { id, dynamicId }) => {
        const location = `${pageHost}/${id}`
        const warning = {
          location,
          why: 'reported',
          onward: location,
          report: `${codeHost}/${dynamicId}+report`,
        } as const
        const html = answers.pages.warning(warning, visitorLanguageOf(answers, request))
        sendPage(request, response, { status: 200, html, policy: GO_ON_POLICY })
      },
    )
  const handler = createHandler({
    ...answers,
    codeHost,
    hostHeaders: hsts === null ? [] : ['Strict-Transport-Security', hsts],
    securityTxt:
      securityContacts.length === 0
        ? null
        : () => securityTxt(securityContacts, [appUrl, codeHost], clock.now()),
    targets,
    domains,
    paths,
    journal,
    recordScan: scanRecorder({ clock, addressOf, countryOf, visitors }),
    chooseOutcome: outcomeChooser({ clock, addressOf, countryOf, visitors, tickets }),
    reports: createReports({ codeHost, storeReport, findReportKey, isSameOrigin, addressOf, clock }),
    passwords: createPasswordGate(),
    isSameOrigin,
    readiness,
    isStopping: () => isStopping,
    redirectsUncounted: config.redirectsUncounted,
    onUncounted: () => counts.addUncounted(),
    codePages: proxy && {
      pageOf: codePageReader(pageHost),
      addressOf: (pageId, ownerId) => `${pageHostOf(config, ownerId)}/${pageId}`,
      isHostApart: new URL(pageHost).host !== new URL(codeHost).host,
      show: proxy.showPage,
    },
  })
  const handle = config.countsAll ? counted(handler, counts) : handler
  const { appPort } = config
  const forwardToApp =
    appPort === null ? null : createAppProxy({ appUrl, codeHost, port: appPort }, addressOf)
  const server = createServer(
    {
      ServerResponse: HostResponse,
      headersTimeout: HEADERS_WITHIN_MS,
      requestTimeout: forwardToApp ? MAX_REQUEST_MS : REQUEST_WITHIN_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (hasSeveralHosts(request)) return sendBadRequest(response)
      toOriginForm(request)
      if (proxy?.forward(request, response) || forwardToApp?.(request, response)) return
      // The application takes longer bodies than a report has.
      if (forwardToApp && hasUnreadBody(request)) endLateBody(request)
      handle(request, response)
    },
  )
  server.maxConnections = maxConnections()
  const port = await listen(server, { host: config.host, port: config.publicPort }, (failure) =>
    report('error', 'the public listener failed to take a connection', failure),
  )
  let connections = 0
  const connect = () => {
    const connection = ++connections
    isOpen = false
    // Where the start fails, or the program ends, that is reported there.
    untilOpen().then(
      () => {
        isOpen = connection === connections
        wasReady ||= isOpen
      },
      () => {},
    )
  }
  connect()
  let seen = performance.eventLoopUtilization()
  return {
    port,
    busyShare() {
      const { utilization } = performance.eventLoopUtilization(seen)
      seen = performance.eventLoopUtilization()
      return utilization
    },
    forget: (what, key) => caches[what].forget(key),
    forwardTo(toPort) {
      if (forwarding) forwarding.port = toPort
    },
    reconnect() {
      for (const cache of Object.values(caches)) cache.forget('')
      connect()
    },
    setBrand(next) {
      brand = next
    },
    drain() {
      isStopping = true
    },
    async close() {
      isStopping = true
      await stop(server)
      await tickets.close()
      await journal.close()
      clearInterval(measuring)
      await store.close()
    },
  }
}

function endLateBody(request: IncomingMessage): void {
  const late = setTimeout(() => request.complete || request.destroy(), REQUEST_WITHIN_MS).unref()
  request.once('close', () => clearTimeout(late))
}

type PublicServer = Server<typeof IncomingMessage, typeof HostResponse>

function counted(handler: Handler, counts: RedirectCounts): Handler {
  return (request, response) => {
    const startedAt = performance.now()
    response.once('finish', () => counts.add(response.statusCode, performance.now() - startedAt))
    handler(request, response)
  }
}

/** Running requests are answered; nothing keeps the process longer than a few seconds. */
async function stop(server: PublicServer): Promise<void> {
  if ((await connectionsOf(server)) > 0) await pause(LEAVE_MS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const tooLong = setTimeout(() => server.closeAllConnections(), ANSWER_WITHIN_MS)
  await closed
  clearTimeout(tooLong)
}

function connectionsOf(server: PublicServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
