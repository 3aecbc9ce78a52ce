import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app'
import { ensureSetupToken } from './features/account'
import { billingJobs, lastCheck, recordVatRate } from './features/billing'
import { domainJobs, domainReader } from './features/custom-domains'
import { gatewayJobs, openGateways } from './features/gateways'
import { openPdfPages, startPdfSweeper } from './features/pdf-codes'
import { startRedirect } from './features/redirect'
import { scanStore, startJournalImporter } from './features/scans'
import { systemClock } from './platform/clock'
import { type Config, ConfigError, readConfig } from './platform/config/config'
import { migrate, openDatabase } from './platform/db'
import type { Database } from './platform/db/database'
import { isUnavailable } from './platform/db/query-error'
import { openDenyList } from './platform/deny-list'
import { openFiles } from './platform/files/file-store'
import { closeDataFolder, keepNewFilesPrivate } from './platform/files/private-folder'
import { startJobs } from './platform/jobs'
import { createLog } from './platform/logging'
import { sendsMail, setMailSending } from './platform/mail'
import { openMetrics } from './platform/metrics'
import { startHeartbeat } from './platform/processes'
import { setTracer, type Tracer } from './platform/tracing'

const STOP_WITHIN_MS = 10_000
/** After it a start is over, and nobody waits for its first pages. */
const SETTLED_MS = 5_000
const TRY_AGAIN_MS = 1_000

/** Something started, in the order of starting; stopped in reverse. */
interface Part {
  close(): Promise<unknown>
}

async function start(config: Config): Promise<void> {
  const tracer = await tracerOf(config, (err) => log.warn({ err }, 'traces cannot be sent to the collector'))
  const log = createLog(config.logLevel, tracer?.logFields)
  const { role } = config
  refuseLonelyRole(config)
  const servesWeb = role === 'all' || role === 'web'
  const servesRedirects = role === 'all' || role === 'redirect'
  const works = role === 'all' || role === 'worker'
  if (servesWeb) await refuseTakenPort('PORT', config.port, config.host)
  if (servesRedirects) await refuseTakenPort('PUBLIC_PORT', config.publicPort, config.host)

  if (config.metricsPort !== null) await refuseTakenPort('METRICS_PORT', config.metricsPort, '127.0.0.1')

  keepNewFilesPrivate()
  for (const folder of closeDataFolder(config.dataDir))
    log.warn(
      { folder },
      'other users of this machine can read the data: set the permissions of its folder to 700',
    )
  setMailSending(sendsMail(config))
  const denyList = openDenyList(config.targetDenyList, log)
  const parts: Part[] = tracer ? [tracer] : []
  let isStopping = false
  /** What begins once requests are answered; a stop that comes meanwhile waits, or a part would outlive its database. */
  let beginning = Promise.resolve()
  closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err }) => {
    isStopping = true
    await beginning.catch(() => {})
    if (err) log.fatal({ err }, 'stopping after a failure')
    for (const part of parts.reverse()) await part.close()
  })

  const opening = openMigrated(config)
  // A DATABASE_URL that is refused leaves nothing on the disk; the redirect's thread loads while an embedded one opens.
  if (config.databaseUrl !== null) await opening
  const pdfPages = servesRedirects
    ? await openPdfPages({ config, database: opening, files: openFiles(config), denyList, log })
    : null
  const redirecting = pdfPages
    ? startRedirect({
        config,
        database: opening,
        log,
        denyList,
        forwarding: { address: config.pdfHost, port: pdfPages.port },
        storeScans: async (id, records) => scanStore(await opening)(id, records),
      })
    : null
  const database = await opening
  const { appUrl, payments } = config
  if (config.billing) await recordVatRate(database.db, config.vatRate)
  // Shared by calls and jobs, so that a gateway that does not answer is left alone by both.
  const gateways = config.billing ? openGateways(payments, { clock: systemClock, appUrl }) : []
  parts.push(database)
  if (pdfPages) parts.push(pdfPages)
  const appParts = { config, database, log, denyList, gateways, isStopping: () => isStopping }
  const [redirect, app] = await Promise.all([
    redirecting,
    servesWeb ? buildApp({ ...appParts, clock: systemClock }) : null,
  ])
  if (redirect) parts.push(redirect)
  let setupLink: string | null = null
  if (app) {
    parts.push(app)
    const setupToken = config.identityUrl === null ? await ensureSetupToken(database, config) : null
    await app.listen({ host: config.host, port: config.port })
    setupLink = setupToken && `${appUrl}/account/register?setup=${encodeURIComponent(setupToken)}`
  }
  if (config.metricsPort !== null) {
    const redirects = redirect?.figures ?? null
    const journal = join(config.dataDir, 'journal')
    const ledgerCheck = async () => (config.billing ? lastCheck(database.db) : null)
    const sources = { database, redirects, journal, ledgerCheck }
    parts.push(await openMetrics(config.metricsPort, sources, log))
  }
  announce(config, setupLink)
  if (app && process.argv.includes('--demo')) await (await import('./show-demo')).showDemo(appParts)
  if (isStopping) return
  const begin = async () => {
    const unavailable = redirect?.unavailable ?? null
    const self = { role, dataDir: config.dataDir, unavailable }
    parts.push(await startHeartbeat({ ...self, database, clock: systemClock, log }))
    // Where the journal is, because no other machine can read it. Stopped after the redirect, so that the last scans are
    // moved too.
    if (servesRedirects || works) {
      const busyShare = redirect?.busyShare
      const mover = await startJournalImporter({ config, database, log, ...(busyShare && { busyShare }) })
      parts.splice(parts.indexOf(database) + 1, 0, mover)
    }
    if (works) {
      const working = { database, clock: systemClock, log }
      parts.push(startPdfSweeper({ ...working, files: await openFiles(config) }))
      const readDomain = domainReader(config.dnsServers)
      const selling = { ...working, gateways }
      const jobs = [
        ...domainJobs({ ...working, readDomain }),
        ...(config.billing ? [...billingJobs(selling), ...gatewayJobs(selling)] : []),
      ]
      const worker = await onceThere(
        () => startJobs(working, jobs),
        () => isStopping,
      )
      if (worker) parts.push(worker)
    }
  }
  beginning = begin()
  await beginning
  setTimeout(giveBackMemory, SETTLED_MS).unref()
}

/**
 * Begins something after the announcement: a database that goes away meanwhile is waited for, since visitors are being
 * sent on. Null when a stop came first.
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

/** Null where no traces are wanted: then nothing of OpenTelemetry is loaded. */
async function tracerOf({ tracedAs }: Config, onTrouble: (trouble: unknown) => void): Promise<Tracer | null> {
  if (tracedAs === null) return null
  const tracer = (await import('./platform/tracing/open')).openTracer(tracedAs, onTrouble)
  setTracer(tracer)
  return tracer
}

/** What only the start needed is given back then, not when the collector comes to it: a fifth of the memory. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: (options: object) => void = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function openMigrated(config: Config): Promise<Database> {
  const database = await openDatabase(config)
  await migrate(database)
  return database
}

/** An embedded database serves one process: parts that run alone would not see each other's data. */
function refuseLonelyRole({ role, databaseUrl }: Config): void {
  if (role === 'all' || databaseUrl !== null) return
  throw new ConfigError(
    `ROLE=${role} runs one part alone: set DATABASE_URL to the PostgreSQL that the parts share, or ROLE=all.`,
  )
}

/** Before anything is opened, so that a wrong port leaves nothing half-made. */
function refuseTakenPort(setting: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE'
          ? `${setting}=${port} is in use by another program: stop it, or set ${setting} to a free port.`
          : `${setting}=${port} on HOST=${host} cannot be opened (${cause.code}): set ${setting} or HOST to one that can.`
      reject(new ConfigError(why))
    })
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

/** What each part says of itself once it works. */
const READY: Record<Config['role'], (config: Config) => string> = {
  all: ({ appUrl, codeHost }) => `is ready: ${appUrl}\nCodes are served from ${codeHost}`,
  web: ({ appUrl }) => `is ready: ${appUrl}`,
  redirect: ({ codeHost }) => `is ready: codes are served from ${codeHost}`,
  worker: () => 'is ready: the worker has begun',
}

function announce(config: Config, setupLink: string | null): void {
  const lines = [`${config.appName} ${READY[config.role](config)}`]
  if (setupLink !== null) lines.push(`Create the first administrator: ${setupLink}`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  await start(readConfig(process.env))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
