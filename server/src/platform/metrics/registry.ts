import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client'
import type { Database } from '../db/database'
import { on } from '../events'
import { backlogOf } from '../journal/backlog'
import type { MailFigures } from '../mail'
import { VERSION } from '../processes'
import type { Restarts } from '../supervisor/messages'
import { openCertificates } from './certificates'
import { addDatabase } from './database-metrics'
import { addGauge } from './gauge'
import { addStream, type StreamSource } from './stream-metrics'

/** A histogram that another process keeps: counts up to each bound, in seconds, the last without bound. */
interface Durations {
  buckets: { le: number; count: number }[]
  sum: number
  count: number
}

interface RedirectFigures {
  answers: Record<string, number>
  durations: Durations
  misses: { asked: string; by: string; count: number }[]
  uncounted: number
  known: { entries: number; bytes: number; isSaved: boolean; damaged: number }
  isDegraded: boolean
}

/** Sources that are read at each scrape. */
export interface MetricSources {
  database: Database
  /** Null where nothing is redirected. */
  redirects: (() => RedirectFigures) | null
  restarts: () => Restarts
  /** Null without a stream of scans. */
  stream: StreamSource | null
  role: string
  /** Whose certificates are watched: public URLs of this installation. */
  publicUrls: string[]
  /** How many custom domains have a certificate that is wrong or ends soon. */
  badCertificates: () => Promise<number>
  dataDir: string
  /** Null where an outside account service writes to people. */
  mail: (() => Promise<MailFigures>) | null
  /** The last check of the ledger; null when there was none, or with BILLING=off. */
  ledgerCheck: () => Promise<{ at: Date; findings: number } | null>
  /** Days of the scan log that should be archived and are not; null without an archive. */
  scanArchive: (() => Promise<number>) | null
  /** Scans that were imported and are not counted yet. */
  waitingScans: () => Promise<{ count: number; oldestSeconds: number }>
}

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

/** All metrics of this process; docs/alerts.yml has the alert rules. */
export function openRegistry(sources: MetricSources): { registry: Registry; close(): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  if (sources.redirects) addRedirects(registry, sources.redirects)
  addProcess(registry, sources.role)
  addRestarts(registry, sources.restarts)
  addJournal(registry, join(sources.dataDir, 'journal'))
  if (sources.stream) addStream(registry, sources.stream)
  addDisk(registry, sources.dataDir)
  addDatabase(registry, sources.database)
  addCertificates(registry, sources.publicUrls)
  const failing = 'Custom domains whose certificate is missing, wrong or ends within 14 days'
  addGauge(registry, 'scanleaf_domain_certificates_failing', failing, sources.badCertificates)
  addLedger(registry, sources.ledgerCheck)
  if (sources.mail) addMail(registry, sources.mail)
  const open = 'Closed days of the scan log that are not archived'
  if (sources.scanArchive) addGauge(registry, 'scanleaf_scan_archive_open_days', open, sources.scanArchive)
  const waiting = async () => (await sources.waitingScans()).count
  const oldest = async () => (await sources.waitingScans()).oldestSeconds
  addGauge(registry, 'scanleaf_scans_waiting', 'Scans in the database that are not counted yet', waiting)
  addGauge(registry, 'scanleaf_scans_waiting_oldest_seconds', 'Age of the oldest of them', oldest)
  const subscriptions = subscribeToEvents(registry)
  return {
    registry,
    close: () => {
      for (const end of subscriptions) end()
    },
  }
}

function addRedirects(registry: Registry, read: NonNullable<MetricSources['redirects']>): void {
  new Counter({
    name: 'scanleaf_redirects_total',
    help: 'Requests to the code host, by what they came to',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(read().answers)) this.inc({ outcome }, count)
    },
  })
  new Counter({
    name: 'scanleaf_redirect_misses_total',
    help: 'Requests that led to no code: by an id that no code has, or a path that is of no code',
    labelNames: ['asked', 'by'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { count, ...labels } of read().misses) this.inc(labels, count)
    },
  })
  new Counter({
    name: 'scanleaf_redirects_uncounted_total',
    help: 'Redirects whose scan neither disk nor database took',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read().uncounted)
    },
  })
  const known = (suffix: string, help: string, of: (known: RedirectFigures['known']) => number) =>
    addGauge(registry, `scanleaf_redirect_known_${suffix}`, help, async () => of(read().known))
  known('entries', 'Codes, domains and paths that are redirected during an outage', ({ entries }) => entries)
  known('bytes', 'Memory that they take', ({ bytes }) => bytes)
  known('saved', '1 while the disk takes them, so that a restart knows them', ({ isSaved }) =>
    isSaved ? 1 : 0,
  )
  known('damaged', 'Parts of them on disk that were damaged at the start', ({ damaged }) => damaged)
  const degraded = '1 while only known codes are redirected, because the database does not respond'
  addGauge(registry, 'scanleaf_redirect_degraded', degraded, async () => (read().isDegraded ? 1 : 0))
  const name = 'scanleaf_redirect_duration_seconds'
  const series = (suffix: string, value: number, labels = {}) => ({
    metricName: `${name}_${suffix}`,
    labels,
    value,
  })
  // Counted by another process: a histogram of the library can only be added to.
  const durations = {
    name,
    get: async () => {
      const { buckets, sum, count } = read().durations
      const values = buckets.map(({ le, count }) =>
        series('bucket', count, { le: Number.isFinite(le) ? le : '+Inf' }),
      )
      values.push(series('sum', sum), series('count', count))
      return { name, help: 'From a request to its answer', type: 'histogram', values }
    },
  }
  registry.registerMetric(durations as unknown as Metric)
}

function addProcess(registry: Registry, role: string): void {
  const name = 'scanleaf_process_info'
  new Gauge({
    name,
    help: 'Role and version, always 1',
    labelNames: ['role', 'version'],
    registers: [registry],
  }).set({ role, version: VERSION }, 1)
}

function addRestarts(registry: Registry, read: MetricSources['restarts']): void {
  new Counter({
    name: 'scanleaf_restarts_total',
    help: 'Starts of the program, and of its redirect, after each had ended by itself',
    labelNames: ['process'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [name, count] of Object.entries(read())) this.inc({ process: name }, count)
    },
  })
}

function addJournal(registry: Registry, folder: string): void {
  const bytes = async () => (await backlogOf(folder)).bytes
  const oldestSeconds = async () => {
    const { oldestAt } = await backlogOf(folder)
    // Files carry the time of the machine.
    return oldestAt === null ? 0 : Math.max(0, Date.now() - oldestAt) / 1000
  }
  addGauge(registry, 'scanleaf_journal_bytes', 'Scans that are not in the database yet', bytes)
  addGauge(registry, 'scanleaf_journal_oldest_seconds', 'Age of the oldest of them', oldestSeconds)
}

function addDisk(registry: Registry, dataDir: string): void {
  const bytes = async (of: 'bavail' | 'blocks') => {
    const disk = await statfs(dataDir)
    return disk[of] * disk.bsize
  }
  addGauge(registry, 'scanleaf_disk_free_bytes', 'Free on the disk of DATA_DIR', () => bytes('bavail'))
  addGauge(registry, 'scanleaf_disk_size_bytes', 'Size of that disk', () => bytes('blocks'))
}

function addCertificates(registry: Registry, publicUrls: string[]): void {
  const readExpiries = openCertificates(publicUrls)
  new Gauge({
    name: 'scanleaf_certificate_expiry_timestamp_seconds',
    help: 'When the certificate of a public host ends, as seen by a connection to it',
    labelNames: ['host'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [host, at] of readExpiries()) this.set({ host }, at / 1000)
    },
  })
}

function addLedger(registry: Registry, lastCheck: MetricSources['ledgerCheck']): void {
  const findings = async () => (await lastCheck())?.findings ?? null
  const checkedAt = async () => {
    const check = await lastCheck()
    return check && check.at.getTime() / 1000
  }
  const help = 'What the last check of the ledger found not to add up'
  addGauge(registry, 'scanleaf_ledger_findings', help, findings)
  addGauge(registry, 'scanleaf_ledger_checked_timestamp_seconds', 'When it was', checkedAt)
}

function addMail(registry: Registry, read: NonNullable<MetricSources['mail']>): void {
  const figure = (name: keyof MailFigures) => async () => (await read())[name]
  addGauge(registry, 'scanleaf_mail_waiting', 'E-mails to be sent', figure('waiting'))
  addGauge(registry, 'scanleaf_mail_oldest_seconds', 'Age of the oldest of them', figure('oldestSeconds'))
  const help = 'Those that the mail server refuses because of a setting'
  addGauge(registry, 'scanleaf_mail_refused', help, figure('refused'))
}

function subscribeToEvents(registry: Registry): (() => void)[] {
  const registers = [registry]
  const requests = new Histogram({
    name: 'scanleaf_http_request_duration_seconds',
    help: 'Answers of the application by route',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const jobs = new Counter({
    name: 'scanleaf_jobs_total',
    help: 'Rounds of repeated jobs by outcome',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const jobSeconds = new Gauge({
    name: 'scanleaf_job_last_seconds',
    help: 'How long the last round of a job took',
    labelNames: ['job'],
    registers,
  })
  const mails = new Counter({
    name: 'scanleaf_mails_total',
    help: 'Attempts to send an e-mail by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const webhooks = new Counter({
    name: 'scanleaf_payment_notices_total',
    help: 'Notices of payment providers by what was made of them',
    labelNames: ['provider', 'outcome'],
    registers,
  })
  const turns = new Histogram({
    name: 'scanleaf_turn_wait_seconds',
    help: 'How long work waited for its turn; work that began at once is not counted',
    labelNames: ['queue'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const refusedTurns = new Counter({
    name: 'scanleaf_turns_refused_total',
    help: 'Work refused because its lane had its share (share), all were busy (full), or its turn came too late (late)',
    labelNames: ['queue', 'reason'],
    registers,
  })
  const refusals = new Counter({
    name: 'scanleaf_database_replaced_primary_total',
    help: 'Connections to a PostgreSQL that takes writes although another one has replaced it, all refused',
    registers,
  })
  return [
    on('turn', ({ queue, seconds }) => turns.observe({ queue }, seconds)),
    on('turn-refused', (refusal) => refusedTurns.inc(refusal)),
    on('replaced-primary', () => refusals.inc()),
    on('http', ({ seconds, ...labels }) => requests.observe(labels, seconds)),
    on('job', ({ name: job, outcome, seconds }) => {
      jobs.inc({ job, outcome })
      jobSeconds.set({ job }, seconds)
    }),
    on('mail', (mail) => mails.inc(mail)),
    on('payment-webhook', (webhook) => webhooks.inc(webhook)),
  ]
}
