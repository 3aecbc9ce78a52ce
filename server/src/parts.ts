import { setTimeout as pause } from 'node:timers/promises'
import { buildApp } from './app'
import { accountLinks, ensureSetupToken, mailPeople } from './features/account'
import { billingJobs, lastCheck, openQuotas, recordVatRate } from './features/billing'
import { bulkJobs } from './features/bulk'
import {
  certificateJobs,
  certificateReader,
  countBadCertificates,
  domainJobs,
  domainReader,
} from './features/custom-domains'
import { gatewayJobs, openGateways } from './features/gateways'
import { leavingJobs } from './features/leaving'
import { openComposer, weeklyReportJob } from './features/notifications'
import { openPdfPages, startPdfCleanup } from './features/pdf-codes'
import { type Redirect, startRedirect } from './features/redirect'
import {
  archiveJob,
  closingJobs,
  readWaiting,
  retentionJobs,
  scanStore,
  startJournalImporter,
  startJournalPublisher,
  startStreamImporter,
  unarchivedDays,
} from './features/scans'
import { trashJobs } from './features/user-codes'
import type { Config } from './platform/config/config'
import { migrate, openDatabase } from './platform/db'
import type { Database } from './platform/db/database'
import { isUnavailable } from './platform/db/query-error'
import type { DenyList } from './platform/deny-list'
import { openFiles } from './platform/files/file-store'
import { openStartupServer, type StartupServer } from './platform/http/startup-server'
import { startJobs } from './platform/jobs'
import { type AnyPart, declarePart } from './platform/lifecycle'
import type { Log } from './platform/logging'
import { mailJobs, readMailFigures, sendsMail, startMail } from './platform/mail'
import { openMetrics } from './platform/metrics'
import { startHeartbeat } from './platform/processes'
import { proofJobs } from './platform/proof-of-work'
import type { ScanStream } from './platform/stream'
import type { Restarts, SupervisorPort } from './platform/supervisor/messages'
import type { Tracer } from './platform/tracing'
import { TrustedClock } from './platform/trusted-clock'

const EVERYWHERE: readonly Config['role'][] = ['all', 'web', 'redirect', 'worker']
const TRY_AGAIN_MS = 1_000
/** While PostgreSQL is away, the log says so this often. */
const REMIND_EVERY = 60

interface Closeable {
  close(): Promise<unknown>
}

/** What each part is once it runs; null in a process without it. */
export interface Parts {
  tracing: Tracer | null
  'startup server': StartupServer | null
  database: Closeable & { opened: Promise<Database> }
  'scan stream': ScanStream | null
  'journal importer': Closeable | null
  'stream importer': Closeable | null
  'PDF pages': (Closeable & { port: number }) | null
  redirect: Redirect | null
  clock: Closeable
  web: (Closeable & { setupLink: string | null }) | null
  metrics: Closeable | null
  heartbeat: Closeable
  'PDF cleanup': Closeable | null
  jobs: Closeable | null
  mail: Closeable | null
}

export interface PartDependencies {
  config: Config
  log: Log
  tracer: Tracer | null
  denyList: DenyList
  supervisor: SupervisorPort
  restarts: () => Restarts
  isStopping: () => boolean
  /** It ends by a failure, and is started again: the redirect goes on. */
  isFailing: () => boolean
}

/** The parts of the program, in the order in which they start; they stop in the reverse one. */
export function declareParts({
  config,
  log,
  tracer,
  denyList,
  supervisor,
  restarts,
  isStopping,
  isFailing,
}: PartDependencies): AnyPart<Parts>[] {
  const { role, appUrl, payments } = config
  const clock = new TrustedClock()
  // Shared by requests and jobs, so that both stop calling a gateway that does not respond.
  const gateways = config.billing ? openGateways(payments, { clock, appUrl }) : []
  const part = declarePart<Parts>()
  return [
    part({
      name: 'tracing',
      roles: EVERYWHERE,
      needs: [],
      start: async () => tracer,
    }),
    part({
      name: 'startup server',
      roles: ['all', 'web', 'worker'],
      needs: [],
      async start() {
        const { host, port, metricsHost, metricsPort } = config
        const addresses = [
          ...(role === 'worker' ? [] : [{ host, port }]),
          ...(metricsPort === null ? [] : [{ host: metricsHost, port: metricsPort }]),
        ]
        return openStartupServer(addresses, config)
      },
    }),
    part({
      name: 'database',
      roles: EVERYWHERE,
      needs: [],
      async start() {
        const stopping = new AbortController()
        const first = openMigrated(config)
        const opened = first.catch((error) => openOnceReachable(error, config, log, stopping.signal))
        opened.catch(() => {})
        // A DATABASE_URL that is refused leaves nothing on disk; the redirect loads while an embedded one opens, and
        // its dependents get its failure.
        if (config.databaseUrl !== null) await first.catch(unlessUnreachable)
        const close = async () => {
          stopping.abort()
          await opened.then(
            (database) => database.close(),
            () => {},
          )
        }
        return { opened, close }
      },
    }),
    part({
      name: 'scan stream',
      roles: ['all', 'redirect', 'worker'],
      needs: [],
      async start() {
        if (config.stream === null) return null
        const { ScanStream } = await import('./platform/stream')
        return new ScanStream(config.stream, log)
      },
    }),
    part({
      // Where the journal is, because no other machine can read it. Before the redirect in this list, so that it moves
      // the last scans too.
      name: 'journal importer',
      roles: ['all', 'redirect', 'worker'],
      isBackground: true,
      needs: ['database', 'redirect', 'scan stream'],
      async start({ database: { opened }, redirect, 'scan stream': stream }) {
        const moving = { config, database: await opened, log }
        if (stream) return startJournalPublisher({ ...moving, stream })
        const busyShare = redirect?.busyShare
        return startJournalImporter({ ...moving, ...(busyShare && { busyShare }) })
      },
    }),
    part({
      name: 'stream importer',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database', 'redirect', 'scan stream'],
      async start({ database: { opened }, redirect, 'scan stream': stream }) {
        const busyShare = redirect?.busyShare
        const database = await opened
        return stream && startStreamImporter({ stream, database, log, ...(busyShare && { busyShare }) })
      },
    }),
    part({
      name: 'PDF pages',
      roles: ['all', 'redirect'],
      needs: ['database'],
      start: ({ database }) =>
        openPdfPages({ config, database: database.opened, files: openFiles(config), denyList, log }),
    }),
    part({
      name: 'redirect',
      roles: ['all', 'redirect'],
      needs: ['database', 'PDF pages'],
      async start({ database: { opened }, 'PDF pages': pages }) {
        const starting = startRedirect({
          config,
          database: opened,
          log,
          denyList,
          ...(pages && { forwarding: { address: config.pdfHost, port: pages.port } }),
          storeScans: async (id, records) => scanStore(await opened)(id, records),
          runs: supervisor,
        })
        starting.catch(() => {})
        // Its failure ends the program with an error message, before any error that follows from it is reported.
        await opened
        const redirect = await starting
        return { ...redirect, close: () => (isFailing() ? redirect.leave() : redirect.close()) }
      },
    }),
    part({
      name: 'clock',
      roles: EVERYWHERE,
      needs: ['database'],
      start: async ({ database: { opened } }) =>
        clock.follow(await opened, { log, isWatching: role === 'all' || role === 'worker' }),
    }),
    part({
      name: 'web',
      roles: ['all', 'web'],
      needs: ['startup server', 'database', 'clock'],
      async start({ 'startup server': startup, database: { opened } }) {
        const database = await opened
        const app = await buildApp({ config, database, log, denyList, gateways, isStopping, clock })
        const setup = config.identityUrl === null ? await ensureSetupToken(database, config) : null
        await startup?.leave(config.port)
        await app.listen({ host: config.host, port: config.port })
        const token = setup === 'configured' ? '{SETUP_TOKEN}' : encodeURIComponent(setup?.token ?? '')
        const setupLink = setup && `${appUrl}/account/register?setup=${token}`
        return { setupLink, close: () => app.close() }
      },
    }),
    part({
      name: 'metrics',
      roles: EVERYWHERE,
      needs: ['startup server', 'database', 'redirect', 'scan stream'],
      async start({ 'startup server': startup, database: { opened }, redirect, 'scan stream': stream }) {
        const { metricsHost, metricsPort } = config
        if (metricsPort === null) return null
        const database = await opened
        const ledgerCheck = async () => (config.billing ? lastCheck(database.db) : null)
        const { dataDir, codeHost, pdfHost } = config
        const publicUrls = [appUrl, codeHost, pdfHost]
        const mail = sendsMail(config) ? () => readMailFigures(database.db) : null
        const redirects = redirect?.figures ?? null
        const badCertificates = () => countBadCertificates(database.db)
        const scanArchive = config.scansArchive ? () => unarchivedDays(database) : null
        const sources = {
          role,
          database,
          redirects,
          restarts,
          stream,
          dataDir,
          publicUrls,
          badCertificates,
          waitingScans: () => readWaiting(database),
          ledgerCheck,
          mail,
          scanArchive,
        }
        await startup?.leave(metricsPort)
        return openMetrics({ host: metricsHost, port: metricsPort }, { sources, isStopping, log })
      },
    }),
    part({
      name: 'heartbeat',
      roles: EVERYWHERE,
      isBackground: true,
      needs: ['database', 'redirect', 'clock'],
      async start({ database, redirect }) {
        const self = {
          role,
          dataDir: config.dataDir,
          unavailable: redirect?.unavailable ?? null,
          unlistedProxies: redirect?.unlistedProxies ?? null,
        }
        return startHeartbeat({ ...self, database: await database.opened, clock, log })
      },
    }),
    part({
      name: 'PDF cleanup',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database', 'clock'],
      start: async ({ database }) =>
        startPdfCleanup({ database: await database.opened, clock, log, files: await openFiles(config) }),
    }),
    part({
      name: 'jobs',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database', 'clock'],
      async start({ database }) {
        const working = { database: await database.opened, clock, log }
        const selling = { ...working, gateways }
        const files = await openFiles(config)
        const archive = config.scansArchive ? files : null
        const { codeHost, addressRules } = config
        const making = { ...working, denyList, codeHost, addressRules, quotas: openQuotas(config.billing) }
        const jobs = [
          ...bulkJobs(making),
          ...trashJobs(working.database),
          ...domainJobs({ ...working, readDomain: domainReader(config.dnsServers) }),
          ...(config.domainAddress === null
            ? []
            : certificateJobs({ ...working, readCertificate: certificateReader(config.domainAddress) })),
          ...(config.billing ? [...billingJobs(selling), ...gatewayJobs(selling)] : []),
          ...mailJobs(working.database),
          ...proofJobs(working.database),
          ...closingJobs(working.database),
          ...(archive ? [archiveJob({ ...working, files, keepDays: config.scansKeepDays })] : []),
          ...retentionJobs({ ...working, keepDays: config.scansKeepDays, archive }),
          ...(config.identityUrl === null ? leavingJobs({ ...working, files, config }) : []),
          ...(sendsMail(config) ? [weeklyReportJob(working.database)] : []),
        ]
        return onceThere(() => startJobs({ ...working, guard: clock }, jobs), isStopping)
      },
    }),
    part({
      name: 'mail',
      roles: ['all', 'worker'],
      isBackground: true,
      needs: ['database'],
      async start({ database: { opened } }) {
        const { mail } = config
        if (!mail || !sendsMail(config)) return null
        const database = await opened
        const links = accountLinks(appUrl)
        const sending = { database, log, mail, people: mailPeople, links, compose: openComposer(config) }
        return onceThere(() => startMail(sending), isStopping)
      },
    }),
  ]
}

async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config)
  try {
    await migrate(database)
    if (config.billing) await recordVatRate(database.db, config.vatRate)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

function unlessUnreachable(error: unknown): void {
  if (!isUnavailable(error)) throw error
}

/**
 * Waits for a PostgreSQL that is away, for as long as it takes: a program that ended would be restarted until its
 * supervisor gives up, with every printed code down.
 * @param error why it could not be opened so far
 * @throws whatever only an operator can fix, at once
 */
async function openOnceReachable(
  error: unknown,
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Database> {
  let reason = error
  for (let tries = 0; ; tries++) {
    unlessUnreachable(reason)
    if (tries % REMIND_EVERY === 0) log.warn({ err: reason }, 'waiting for PostgreSQL')
    await pause(TRY_AGAIN_MS, undefined, { signal })
    try {
      return await openMigrated(config)
    } catch (next) {
      reason = next
    }
  }
}

/**
 * Begins something after startup: waits for a database that becomes unreachable meanwhile, since visitors are being
 * redirected. Null when a stop came first.
 */
async function onceThere<T>(begin: () => Promise<T>, isStopping: () => boolean): Promise<T | null> {
  while (!isStopping()) {
    try {
      return await begin()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      await pause(TRY_AGAIN_MS)
    }
  }
  return null
}
