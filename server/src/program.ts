import { createServer } from 'node:net'
import { type TrialReason, trialReason } from '@scanleaf/shared'
import closeWithGrace from 'close-with-grace'
import { declareParts, type Parts } from './parts'
import { ConfigError } from './platform/app-error'
import { type Config, readConfig } from './platform/config/config'
import { phoneSettings } from './platform/config/phone-settings'
import { openDenyList } from './platform/deny-list'
import { on } from './platform/events'
import { closeDataFolder, keepNewFilesPrivate } from './platform/files/private-folder'
import { Lifecycle } from './platform/lifecycle'
import { createLog, logDestination } from './platform/logging'
import { openOutbox } from './platform/mail'
import { freeStartupMemory } from './platform/startup-memory'
import type { ProgramStart, SupervisorPort } from './platform/supervisor/messages'
import { parentPort } from './platform/supervisor/parent-port'
import { setTracer, type Tracer } from './platform/tracing'

const STOP_WITHIN_MS = 10_000
/** A failure that persists is logged again after this. */
const REMIND_MS = 60_000

async function start(config: Config, supervisor: SupervisorPort): Promise<void> {
  const supervision = await supervised(supervisor)
  const tracer = await tracerOf(config, (err) =>
    log.warn({ err }, 'the OpenTelemetry collector is unreachable'),
  )
  const log = createLog(config.logLevel, tracer?.logFields, logDestination(config.logFormat))
  refuseLonelyRole(config)
  if (config.databaseUrl === null) {
    const { waitForHolder } = await import('./platform/db/embedded/open-folder')
    await waitForHolder(config.dataDir, log)
  }
  await refuseTakenPorts(config, supervision.isRedirectRunning)
  keepNewFilesPrivate()
  for (const folder of closeDataFolder(config.dataDir))
    log.warn(
      { folder },
      'other users of this machine can read the data directory: set its permissions to 700',
    )
  openOutbox(config)
  let remindAt = 0
  on('notifications', ({ state }) => {
    if (state === 'back') log.info('notifications of PostgreSQL arrive again')
    else
      log.warn(
        'notifications of PostgreSQL do not arrive: the connection is lost, or a connection pooler in transaction mode stands before it',
      )
  })
  on('replaced-primary', ({ timeline, seen }) => {
    if (performance.now() < remindAt) return
    remindAt = performance.now() + REMIND_MS
    log.error(
      { timeline, seen },
      'a PostgreSQL that was replaced takes writes again, and is not used: stop it, and make it a standby of the new primary',
    )
  })
  const denyList = openDenyList(config.targetDenyList, log)
  let isFailing = false
  const program: Lifecycle<Parts> = new Lifecycle(
    declareParts({
      config,
      log,
      tracer,
      denyList,
      supervisor,
      restarts: () => supervision.restarts,
      isStopping: () => program.isStopping,
      isFailing: () => isFailing,
    }),
    config.role,
    log,
  )
  const { close } = closeWithGrace(
    { delay: config.shutdownDelayMs + STOP_WITHIN_MS, logger: false },
    async ({ err }) => {
      isFailing = err !== undefined
      if (err) log.fatal({ err }, 'stopping after a failure')
      else await program.drain(config.shutdownDelayMs)
      await program.stop()
    },
  )
  supervision.stop = close
  await program.open().catch((error) => {
    // A stop takes the database away from what still starts.
    if (!program.isStopping) throw error
  })
  if (program.isStopping) return
  const database = await program.get('database').opened
  const web = program.get('web')
  announce(config)
  supervisor.send({ type: 'ready' })
  if (web && (config.isPublicDemo || process.argv.includes('--demo'))) {
    const { showDemo } = await import('./show-demo')
    await showDemo({ config, database, log, denyList, gateways: [], isStopping: () => program.isStopping })
  }
  await program.startBackground()
  // Last, where whoever started the server looks.
  if (web?.setupLink) process.stdout.write(`Create the first administrator: ${web.setupLink}\n`)
  freeStartupMemory()
}

/** Null without tracing: then no OpenTelemetry code is loaded. */
async function tracerOf({ tracedAs }: Config, onTrouble: (trouble: unknown) => void): Promise<Tracer | null> {
  if (tracedAs === null) return null
  const tracer = (await import('./platform/tracing/open')).openTracer(tracedAs, onTrouble)
  setTracer(tracer)
  return tracer
}

/** An embedded database serves one process: several processes would not share their data. */
function refuseLonelyRole({ role, databaseUrl }: Config): void {
  if (role === 'all' || databaseUrl !== null) return
  throw new ConfigError(
    `ROLE=${role} is one of several processes: set DATABASE_URL to the PostgreSQL that they share, or ROLE=all.`,
  )
}

interface Supervision extends ProgramStart {
  stop(): void
}

/** Until there is something to stop, a stop ends this process. */
function supervised(supervisor: SupervisorPort): Promise<Supervision> {
  return new Promise((resolve) => {
    let supervision: Supervision | null = null
    const stop = () => (supervision ? supervision.stop() : process.exit())
    supervisor.onGone(stop)
    supervisor.listen((message) => {
      if (message.type === 'start') {
        supervision = { ...(message.settings as ProgramStart), stop: () => process.exit() }
        resolve(supervision)
      } else if (message.type === 'restarts' && supervision) supervision.restarts = message.restarts
      else if (message.type === 'stop') stop()
    })
  })
}

/** Before anything is opened, so that a port in use leaves nothing half initialised. */
async function refuseTakenPorts(
  { role, host, appHost, port, publicPort, metricsHost, metricsPort }: Config,
  isRedirectRunning: boolean,
): Promise<void> {
  if (role === 'all' || role === 'web') await refuseTakenPort('PORT', port, appHost)
  if (!isRedirectRunning && (role === 'all' || role === 'redirect'))
    await refuseTakenPort('PUBLIC_PORT', publicPort, host)
  if (metricsPort !== null) await refuseTakenPort('METRICS_PORT', metricsPort, metricsHost, 'METRICS_HOST')
}

function refuseTakenPort(setting: string, port: number, host: string, hostSetting = 'HOST'): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE'
          ? `${setting}=${port} is in use by another program: stop it, or set ${setting} to a free port.`
          : `${setting}=${port} on ${hostSetting}=${host} cannot be opened (${cause.code}): set ${setting} or ${hostSetting} to another value.`
      reject(new ConfigError(why))
    })
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

/** What each role prints once it is ready. */
const READY: Record<Config['role'], (config: Config) => string> = {
  all: ({ appUrl, codeHost }) => `is ready: ${appUrl}\nCodes are served from ${codeHost}`,
  web: ({ appUrl }) => `is ready: ${appUrl}`,
  redirect: ({ codeHost }) => `is ready: codes are served from ${codeHost}`,
  worker: () => 'is ready: the worker has started',
}

/** Why printed codes are useless to others, in the words of a warning. */
const TRIALS: Record<TrialReason, string> = {
  'this-machine': 'no other device can open them',
  'this-network': 'only devices in this network can open them',
  'no-https': 'they are served without https',
}

/** Before the first sheet of labels is printed. */
function trialLines(config: Config): string[] {
  const trial = trialReason(config.codeHost)
  if (trial === null || config.role === 'worker') return []
  const phone = phoneSettings(config)
  return [
    `Codes are only a trial: ${TRIALS[trial]}. Set CODE_HOST to a public https address before you print.`,
    ...(phone === null ? [] : [`To try it from a phone in the same network, start it with ${phone}`]),
  ]
}

function announce(config: Config): void {
  const lines = [`${config.appName} ${READY[config.role](config)}`, ...trialLines(config)]
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  await start(readConfig(process.env), parentPort())
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
