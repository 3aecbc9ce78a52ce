import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { type OwnNats, startNats } from '../../../scripts/test/nats.mjs'
import { type OwnPostgres, startPostgres } from '../../../scripts/test/postgres.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'
import { runTool } from '../harness/run-tool'

const DOCS = join(import.meta.dirname, '../../../docs')

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-metrics-'))
let primary: OwnPostgres
let replica: OwnPostgres
let proxy: Server
let nats: OwnNats
let settings: Record<string, string>
let program: Program
let metricsPort: number

beforeAll(async () => {
  const started = await startPostgres({
    settings: ['fsync=off', 'archive_mode=on', 'archive_command=/bin/false'],
  })
  primary = started
  replica = await started.follow()
  nats = await startNats()
  const ports = await freePorts(2)
  metricsPort = ports[0] as number
  proxy = await openProxy(ports[1] as number)
  settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATA_DIR: folder,
    CODE_HOST: `https://localhost:${ports[1]}`,
    METRICS_PORT: `${metricsPort}`,
    SCAN_STREAM_URL: nats.url,
    SCANS_ARCHIVE: 'files',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'codes@example.com',
    SEPAY_SECRET: 'signs what nobody sends',
    BANK_BIN: '970416',
    BANK_ACCOUNT_NUMBER: '123456789',
    BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
  }
  program = await startProgram(settings)
  await program.ready
})
afterAll(async () => {
  await killPrograms()
  proxy?.close()
  await replica?.stop()
  await primary?.stop()
  await nats?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What is in front of the code host: a certificate that nobody trusts, and that expires. */
async function openProxy(port: number): Promise<Server> {
  const [key, cert] = [join(folder, 'proxy.key'), join(folder, 'proxy.crt')]
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, '-subj', '/CN=localhost'], {
    stdio: 'pipe',
  })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function onPrimary(statement: string): Promise<void> {
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

const read = async (path = '/metrics') => (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).text()

/** Value of a series, in the notation of Prometheus; null when it is missing. */
async function figureOf(series: string): Promise<number | null> {
  const line = (await read()).split('\n').find((line) => line.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length))
}

/** Labels in the order in which they are counted. */
const seriesOf = (name: string, labels: Record<string, string>) =>
  `${name}{${Object.entries(labels).map(([label, value]) => `${label}="${value}"`)}}`

test('what is answered, moved, done and checked is counted', async () => {
  const person = await Person.register(program.url)
  // No message arrives from a mail server that does not answer.
  await onPrimary('update users set email_verified_at = now()')
  const id = await person.createCode(program.url, 'https://example.com/')
  const { dynamicId } = await person.get<{ dynamicId: string }>(program.url, `qrcode/user-codes/${id}`)
  for (const path of [dynamicId, dynamicId, 'never-was'])
    await fetch(`${program.publicUrl}/${path}`, { redirect: 'manual' })
  const redirects = (outcome: string) => figureOf(seriesOf('scanleaf_redirects_total', { outcome }))
  await expect.poll(() => redirects('redirected')).toBe(2)
  expect(await redirects('not-found')).toBe(1)
  expect(await figureOf(seriesOf('scanleaf_redirect_misses_total', { asked: 'id', by: 'bot' }))).toBe(1)
  expect(await figureOf('scanleaf_redirects_uncounted_total')).toBe(0)
  await expect.poll(() => figureOf('scanleaf_redirect_known_entries')).toBe(1)
  expect(await figureOf('scanleaf_redirect_known_saved')).toBe(1)
  expect(await figureOf('scanleaf_redirect_duration_seconds_bucket{le="+Inf"}')).toBe(3)
  expect(await figureOf('scanleaf_redirect_duration_seconds_count')).toBe(3)

  const route = '/gateway/api/qrcode/user-codes/:id'
  const answers = seriesOf('scanleaf_http_request_duration_seconds_count', {
    method: 'GET',
    route,
    status: '200',
  })
  expect(await figureOf(answers)).toBe(1)
  await fetch(`${program.url}/webhooks/sepay`, { method: 'POST', body: '{}' })
  const labels = { provider: 'sepay', outcome: 'refused' }
  expect(await figureOf(seriesOf('scanleaf_payment_notices_total', labels))).toBe(1)

  const check = seriesOf('scanleaf_jobs_total', { job: 'billing-ledger-check', outcome: 'done' })
  await expect.poll(() => figureOf(check), { timeout: 30_000 }).toBe(1)
  const at = await figureOf('scanleaf_ledger_checked_timestamp_seconds')
  expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(600)
  expect(await figureOf('scanleaf_ledger_findings')).toBe(0)
  expect(await figureOf('scanleaf_database_connections{state="waiting"}')).toBe(0)
  await expect.poll(() => figureOf('scanleaf_journal_bytes'), { timeout: 10_000 }).toBe(0)
  await expect.poll(() => figureOf('scanleaf_stream_published_total'), { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await figureOf('scanleaf_stream_connected')).toBe(1)
  for (const name of ['waiting', 'unacknowledged', 'oldest_seconds', 'replicas_lost'])
    await expect.poll(() => figureOf(`scanleaf_stream_${name}`), { timeout: 10_000 }).toBe(0)
  // A look may fall into the renaming of a segment, and see none.
  await expect.poll(() => figureOf('scanleaf_journal_oldest_seconds'), { timeout: 10_000 }).toBe(0)
})

test('nobody outside the machine reads them, and no path but theirs is served', async () => {
  expect(await read('/healthz')).toBe('ok\n')
  expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  for (const { address, internal, family } of addresses) {
    if (internal || family !== 'IPv4') continue
    await expect(fetch(`http://${address}:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')
  }
})

test('certificate, disk, clock, replica and the archive of the WAL are watched', async () => {
  const host = new URL(settings['CODE_HOST'] as string).host
  const expiry = () => figureOf(seriesOf('scanleaf_certificate_expiry_timestamp_seconds', { host }))
  await expect.poll(expiry).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400)
  const free = Number(await figureOf('scanleaf_disk_free_bytes'))
  expect(free).toBeGreaterThan(0)
  expect(await figureOf('scanleaf_disk_size_bytes')).toBeGreaterThan(free)
  expect(Math.abs(Number(await figureOf('scanleaf_clock_offset_seconds')))).toBeLessThan(1)
  await onPrimary('select pg_switch_wal()')
  await expect.poll(() => figureOf('scanleaf_wal_archive_failing')).toBe(1)

  expect(await figureOf('scanleaf_replica_reachable')).toBe(1)
  expect(await figureOf('scanleaf_replica_lag_seconds')).toBeGreaterThanOrEqual(0)
  await replica.kill()
  await expect.poll(() => figureOf('scanleaf_replica_reachable')).toBe(0)
  expect(await figureOf('scanleaf_replica_lag_seconds')).toBeNull()
  await replica.start()
  await expect.poll(() => figureOf('scanleaf_replica_reachable')).toBe(1)
})

/** Label names of each metric that is served. */
async function servedLabels(): Promise<Map<string, Set<string>>> {
  const served = new Map<string, Set<string>>()
  for (const [, name = '', labels = ''] of (await read()).matchAll(/^([a-z]\w+)(?:\{(.*)\})? \S+$/gm)) {
    const names = served.get(name) ?? new Set()
    served.set(name, names)
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) names.add(label)
  }
  return served
}

/** Labels that Prometheus adds to whatever it scrapes, and what it knows itself. */
const ADDED = ['instance', 'job']
const OF_PROMETHEUS = 'up'

/** Metrics of an expression, each with the labels that it selects or groups by. */
function namedIn(expr: string): [name: string, labels: string[]][] {
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(', '))
  return [...expr.matchAll(/\b((?:scanleaf|nodejs|process)_\w+|up\b)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', selectors = '']) => [
      name,
      [...groups, ...[...selectors.matchAll(/(\w+)=/g)].map(([, label = '']) => label)],
    ],
  )
}

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[]
}

const readRules = () =>
  (parse(readFileSync(join(DOCS, 'alerts.yml'), 'utf8')) as Rules).groups.flatMap(({ rules }) => rules)
const readPanels = () =>
  (JSON.parse(readFileSync(join(DOCS, 'grafana-dashboard.json'), 'utf8')) as Dashboard).panels

test('every metric and label of an alert or of the dashboard is served, and every metric is on the dashboard', async () => {
  // The message that confirms the address is tried at once.
  await Person.register(program.url)
  await expect.poll(async () => (await servedLabels()).has('scanleaf_mails_total')).toBe(true)
  const served = await servedLabels()
  const rules = readRules()
  const targets = readPanels().flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
  )
  expect(rules.length).toBeGreaterThan(20)
  const named = new Set<string>()
  for (const { where, expr } of [
    ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
    ...targets.map(({ title, expr }) => ({ where: title, expr })),
  ]) {
    expect(namedIn(expr), where).not.toEqual([])
    for (const [name, labels] of namedIn(expr)) {
      named.add(name.replace(/_(bucket|sum|count)$/, ''))
      if (name === OF_PROMETHEUS) continue
      expect([...served.keys()], where).toContain(name)
      for (const label of labels) expect([...ADDED, ...(served.get(name) ?? [])], where).toContain(label)
    }
  }
  const own = [...(await read()).matchAll(/^# TYPE (scanleaf_\S+)/gm)].map(([, name]) => name)
  expect(own.filter((name) => !named.has(name as string))).toEqual([])
  for (const { alert, annotations } of rules)
    expect(annotations, alert).toMatchObject({
      summary: expect.stringMatching(/./),
      action: expect.stringMatching(/./),
    })
})

test('promtool accepts the rules and each expression of the dashboard, and the tests of the rules pass', () => {
  const promtool = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
    return { status, out: stdout + stderr }
  }
  const tests = join(DOCS, 'alerts.test.yml')
  expect(promtool('test', 'rules', tests)).toMatchObject({ status: 0 })
  const tested = readFileSync(tests, 'utf8')
  for (const { alert } of readRules()) expect(tested).toContain(`alertname="${alert}"`)
  const exprs = readPanels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  const asRules = exprs.map((expr, index) => ({
    record: `panel_${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const file = join(folder, 'panels.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: asRules }] }))
  expect(promtool('check', 'rules', file)).toMatchObject({ status: 0 })
})

/** A Prometheus with the rules, which scrapes the program each second. */
async function startPrometheus() {
  const [port] = await freePorts(1)
  const config = join(folder, 'prometheus.yml')
  const every = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' }
  const targets = [{ targets: [`127.0.0.1:${metricsPort}`] }]
  writeFileSync(
    config,
    JSON.stringify({
      global: every,
      rule_files: [join(DOCS, 'alerts.yml')],
      scrape_configs: [{ job_name: 'scanleaf', static_configs: targets }],
    }),
  )
  const storage = `--storage.tsdb.path=${join(folder, 'prometheus')}`
  const listen = `--web.listen-address=127.0.0.1:${port}`
  const child: ChildProcess = spawn('prometheus', [`--config.file=${config}`, storage, listen], {
    stdio: 'ignore',
  })
  const stateOf = async (alert: string): Promise<string | null> => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/rules?type=alert`).catch(() => null)
    if (!reply?.ok) return null
    const { data } = (await reply.json()) as {
      data: { groups: { rules: { name: string; state: string }[] }[] }
    }
    return data.groups.flatMap(({ rules }) => rules).find(({ name }) => name === alert)?.state ?? null
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { stateOf, stop }
}

test('in a running Prometheus an old backup fires and a new one ends it, and a killed process is found', async () => {
  const prometheus = await startPrometheus()
  try {
    const backupOld = () => prometheus.stateOf('BackupOld')
    await expect.poll(backupOld).toBe('inactive')
    await onPrimary(`insert into backups (at, files) values (now() - interval '49 hours', 0)`)
    await expect.poll(backupOld).toBe('firing')
    expect(await runTool('backup-cli', ['backup', join(folder, 'backup')], settings)).toMatchObject({
      code: 0,
    })
    await expect.poll(backupOld).toBe('inactive')

    await onPrimary(`update backups set at = now() - interval '49 hours'`)
    await expect.poll(backupOld).toBe('firing')
    expect(await runTool('backup-cli', ['record'], settings)).toMatchObject({ code: 0 })
    await expect.poll(backupOld).toBe('inactive')

    expect(await prometheus.stateOf('ProcessGone')).toBe('inactive')
    await program.kill('SIGKILL')
    await expect.poll(() => prometheus.stateOf('ProcessGone')).toBe('pending')
  } finally {
    await prometheus.stop()
  }
})
