import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePorts } from '../../../scripts/lib/free-ports.mjs'
import { Person } from '../harness/person'
import { killPrograms, type Program, startProgram } from '../harness/program'

const folder = mkdtempSync(join(tmpdir(), 'scanleaf-metrics-'))
let program: Program
let metricsPort: number

beforeAll(async () => {
  const ports = await freePorts(1)
  metricsPort = ports[0] as number
  program = await startProgram({
    DATA_DIR: folder,
    METRICS_PORT: `${metricsPort}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'codes@example.com',
    SEPAY_SECRET: 'signs what nobody sends',
    BANK_BIN: '970416',
    BANK_ACCOUNT_NUMBER: '123456789',
    BANK_ACCOUNT_NAME: 'CONG TY SCANLEAF',
  })
  await program.ready
})
afterAll(async () => {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
})

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

test('every alert names metrics that exist, and says what to do', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/alerts.yml'), 'utf8')
  const { groups } = parse(text) as {
    groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  const known = new Set([...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const { alert, expr, annotations } of rules) {
    const named = expr.match(/\b(scanleaf|nodejs|process)_\w+/g) ?? []
    expect(named, alert).not.toEqual([])
    for (const name of named) expect(known, alert).toContain(name.replace(/_(bucket|sum|count)$/, ''))
    expect(annotations, alert).toMatchObject({
      summary: expect.stringMatching(/./),
      action: expect.stringMatching(/./),
    })
  }
})
