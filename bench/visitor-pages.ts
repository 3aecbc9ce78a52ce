/**
 * Pages behind codes as visitors get them from the built program: a page of a menu beside a plain redirect, in turn and
 * as fast as 64 keep-alive connections can ask; the first byte of a document that is drawn for the request and of one
 * that is kept; bytes; the first paint over a slow 3G network; Lighthouse's four scores (mobile preset).
 * `npm run bench:visitor-pages -- [--json] [--rounds=5] [--requests=10000] [--runs=3]`; Lighthouse is fetched from npm
 * the first time.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { LANGUAGES } from '@scanleaf/shared'
import autocannon from 'autocannon'
import { freePorts } from '../scripts/lib/free-ports.mjs'
import { ensureHeadlessShell } from '../scripts/test/find-browser.mjs'
import { Person } from '../server/faults/harness/person'
import { killPrograms, startProgram } from '../server/faults/harness/program'
import { BLOCKS, linksOf, menuOf, somePageInput } from '../server/src/features/pages/testing/some-pages'
import { loadLighthouse, type Report, weaknesses, withBrowser } from './measure/lighthouse'
import { isJson, median, numberOption, Results } from './measure/results'

const ROUNDS = numberOption('rounds', 5)
const REQUESTS = numberOption('requests', 10_000)
const RUNS = numberOption('runs', 3)
const CONNECTIONS = 64
const RATE_GOAL = 2000
const CACHED_GOAL_MS = 2
const RENDERED_GOAL_MS = 8
/** Requests of one kind for a first byte. */
const FIRST_BYTES = 200
const MENU_GOAL = { raw: 30_000, br: 9_000 }
const LINKS_GOAL = { raw: 12_000, br: 4_500 }
/** 400 kb/s, as Chromium takes it; the latency counts for each response. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const PAINT_GOAL_MS = 1800
/** Resolves to milliseconds. A text, and no condition to wait for: the policy of these pages forbids `eval`. */
const FIRST_PAINT = `new Promise((resolve) => {
  const name = 'first-contentful-paint'
  const observer = new PerformanceObserver((paints) => {
    for (const { startTime } of paints.getEntriesByName(name)) resolve(startTime)
  })
  observer.observe({ type: 'paint', buffered: true })
})`
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const SCORE_GOAL = 98
/** Lighthouse reports that it cannot load /robots.txt from these pages. */
const SKIPPED_AUDITS = ['robots-txt']
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile', 'accept-language': 'vi' }

/** Others take the processors: times of a millisecond would be theirs. */
const BUSY = (loadavg()[0] ?? 0) > availableParallelism() ? 'the machine was busy' : null

const results = new Results('visitor-pages')
const folder = mkdtempSync(join(tmpdir(), 'scanleaf-bench-'))
try {
  const [port, publicPort] = await freePorts(2)
  const program = await startProgram({
    DATA_DIR: folder,
    BILLING: 'off',
    PORT: `${port}`,
    PUBLIC_PORT: `${publicPort}`,
    CODE_HOST: `http://localhost:${publicPort}`,
  })
  await program.ready
  const person = await Person.register(program.url)
  const code = await person.createCode(program.url, 'https://lasen.example/')
  const { codeRedirect: plain } = await person.get<{ codeRedirect: string }>(
    program.url,
    `qrcode/user-codes/${code}`,
  )
  const publish = async (kind: 'menu' | 'business', blocks: readonly unknown[]) => {
    const page = somePageInput(kind, blocks, { line: { vi: 'Cà phê rang tại quán' }, isIndexed: true })
    const made = await person.post<{ id: string; code: { codeRedirect: string } }>(
      program.url,
      'qrcode/pages',
      { page },
      kind,
    )
    await person.post(program.url, `qrcode/pages/${made.id}/publish`, { revision: 1 }, `publish ${kind}`)
    return made.code.codeRedirect
  }
  const menu = await publish('menu', [menuOf(80), BLOCKS.hours])
  const links = await publish('business', [linksOf(12), BLOCKS.hours, BLOCKS.place])
  await measureFirstBytes({ menu, links })
  await measureWeights('a menu of 80 items', menu, MENU_GOAL)
  await measureWeights('12 links, hours and a place', links, LINKS_GOAL)
  await measureRates({ page: menu, redirect: plain })
  await measurePaint({ 'a menu of 80 items': menu, '12 links, hours and a place': links })
  await measureScores({ 'a menu of 80 items': menu, '12 links, hours and a place': links })
} finally {
  await killPrograms()
  rmSync(folder, { recursive: true, force: true })
}
results.print()

/** Both in turn, so that other load on the machine affects both. */
async function measureRates(of: { page: string; redirect: string }): Promise<void> {
  if (BUSY !== null) {
    results.skip('requests a second on one page', '1/s', RATE_GOAL, 'higher', BUSY)
    results.skip('requests a second on a plain redirect', '1/s', 0, 'higher', BUSY)
    return
  }
  const rates: Record<string, number[]> = { page: [], redirect: [] }
  const p99: Record<string, number[]> = { page: [], redirect: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, url] of Object.entries(of)) {
      const shot = await shoot(url)
      if (round < 0) continue
      rates[name]?.push(shot.rate)
      p99[name]?.push(shot.p99)
    }
  }
  const ratios = (rates['page'] ?? []).map((rate, round) => rate / (rates['redirect']?.[round] ?? Number.NaN))
  results.record('requests a second on one page', median(rates['page'] ?? []), '1/s', RATE_GOAL, 'higher')
  results.record('requests a second on a plain redirect', median(rates['redirect'] ?? []), '1/s', 0, 'higher')
  results.record('rate of the page against that of the redirect', median(ratios), '×', 0, 'higher')
  results.record(
    `p99 of the page at ${CONNECTIONS} connections`,
    median(p99['page'] ?? []),
    'ms',
    0,
    'higher',
  )
  results.record(
    `p99 of the redirect at ${CONNECTIONS} connections`,
    median(p99['redirect'] ?? []),
    'ms',
    0,
    'higher',
  )
}

async function shoot(url: string): Promise<{ rate: number; p99: number }> {
  const latencies: number[] = []
  // Autocannon itself ends at its next full second.
  let answeredAt = 0
  const startedAt = performance.now()
  const run = autocannon({
    url,
    connections: CONNECTIONS,
    amount: REQUESTS,
    headers: { ...PHONE, 'accept-encoding': 'br' },
  })
  run.on('response', (_client, _status, _bytes, ms) => {
    latencies.push(ms)
    answeredAt = performance.now()
  })
  const { '2xx': shown, '3xx': led } = await run
  if (shown + led !== REQUESTS) throw new Error(`${shown + led} of ${REQUESTS} were answered`)
  latencies.sort((a, b) => a - b)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
  return { rate: (REQUESTS * 1000) / (answeredAt - startedAt), p99 }
}

/** A document is kept by language and minute, so that the first request of a language draws it. */
async function measureFirstBytes({ menu, links }: { menu: string; links: string }): Promise<void> {
  if (BUSY !== null) {
    results.skip('first byte of a menu of 80 items, drawn', 'ms', RENDERED_GOAL_MS, 'lower', BUSY)
    results.skip('first byte of a menu of 80 items, kept', 'ms', CACHED_GOAL_MS, 'lower', BUSY)
    return
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const drawn: number[] = []
  const kept: number[] = []
  // The renderer itself is warm, as it is after the first visitors.
  for (const { code } of LANGUAGES) await firstByte(`${links}?lng=${code}`, agent)
  for (const { code } of LANGUAGES) drawn.push(await firstByte(`${menu}?lng=${code}`, agent))
  for (let n = 0; n < FIRST_BYTES; n += 1) kept.push(await firstByte(`${menu}?lng=vi`, agent))
  agent.destroy()
  results.record('first byte of a menu of 80 items, drawn', median(drawn), 'ms', RENDERED_GOAL_MS, 'lower')
  results.record('first byte of a menu of 80 items, kept', median(kept), 'ms', CACHED_GOAL_MS, 'lower')
}

function firstByte(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { agent, headers: { ...PHONE, 'accept-encoding': 'br' } }, (reply) => {
      const took = performance.now() - startedAt
      reply
        .resume()
        .on('end', () =>
          reply.statusCode === 200 ? resolve(took) : reject(new Error(`${url}: ${reply.statusCode}`)),
        )
    })
    call.on('error', reject).end()
  })
}

async function measureWeights(name: string, url: string, goal: { raw: number; br: number }): Promise<void> {
  for (const [encoding, most] of [
    ['identity', goal.raw],
    ['br', goal.br],
  ] as const) {
    const response = await fetch(`${url}?lng=vi`, { headers: { ...PHONE, 'accept-encoding': encoding } })
    const bytes = Number(response.headers.get('content-length'))
    await response.arrayBuffer()
    results.record(`${name}: ${encoding === 'br' ? 'brotli' : 'raw'}`, bytes, 'bytes', most, 'lower')
  }
}

/** A new visitor each time: nothing is in the cache of the browser. */
async function measurePaint(pages: Record<string, string>): Promise<void> {
  const { chromium } = createRequire(import.meta.url)('playwright-core')
  const browser = await chromium.launch({
    executablePath: await ensureHeadlessShell(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  })
  try {
    for (const [name, url] of Object.entries(pages)) {
      const times: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'vi' })
        const page = await context.newPage()
        const network = await context.newCDPSession(page)
        await network.send('Network.enable')
        await network.send('Network.emulateNetworkConditions', SLOW_3G)
        await page.goto(url)
        times.push(await page.evaluate(FIRST_PAINT))
        await context.close()
      }
      results.record(`${name}: readable on slow 3G`, median(times), 'ms', PAINT_GOAL_MS, 'lower')
    }
  } finally {
    await browser.close()
  }
}

async function measureScores(pages: Record<string, string>): Promise<void> {
  const { lighthouse, launch } = await loadLighthouse()
  await withBrowser(launch, null, async (browserPort) => {
    for (const [name, url] of Object.entries(pages)) {
      const reports: Report[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const options = {
          port: browserPort,
          onlyCategories: CATEGORIES,
          skipAudits: SKIPPED_AUDITS,
          logLevel: 'error',
        }
        const report = (await lighthouse(url, options))?.lhr
        if (!report || report.runtimeError) throw new Error(report?.runtimeError?.message ?? 'no report')
        reports.push(report)
      }
      for (const category of CATEGORIES) {
        const score = median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
        results.record(`${name}: ${category}`, score, 'of 100', SCORE_GOAL, 'higher')
        if (!isJson && score < SCORE_GOAL)
          console.log(`${name}, ${category}: ${weaknesses(reports, category)}`)
      }
    }
  })
}
