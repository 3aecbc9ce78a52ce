/**
 * Lighthouse (mobile preset) on every kind of screen and page of the demo, on loopback: medians. Pages that need
 * no session are opened with an empty cache.
 * `npm run bench:pages -- [--json] [--only=payment] [--runs=3] [--reports=folder]`; Lighthouse is fetched from npm the
 * first time.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startDemo } from '../scripts/demo-server.mjs'
import { ensureBrowser } from '../scripts/find-browser.mjs'
import { freePorts } from '../scripts/free-ports.mjs'
import { type MeasuredPage, SETUP_TOKEN, visitsOf } from './pages-demo'
import { isJson, median, numberOption, Results } from './results'

/** The last that runs on Node 20. Not among our packages: it would double what a fresh clone installs. */
const VERSION = '12.8.2'
const FOLDER = join(import.meta.dirname, '../node_modules/.cache/lighthouse')
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOALS: Record<(typeof CATEGORIES)[number], number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
}
const textOption = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = textOption('only')
/** Where the whole reports go. */
const folder = textOption('reports')

const RUNS = numberOption('runs', 3)
/** Chromium now and then gives a trace without its start, which Lighthouse cannot score and asks to record again. */
const UNFINISHED_TRACE = 'NO_NAVSTART'
const RECORDINGS = 3

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string }>
  runtimeError?: { code: string; message: string }
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(FOLDER, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry))
    execFileSync('npm', [
      'install',
      '--prefix',
      FOLDER,
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      `lighthouse@${VERSION}`,
    ])
  return (await import(pathToFileURL(entry).href)).default
}

const lighthouse = await loadLighthouse()
if (folder) mkdirSync(folder, { recursive: true })
const results = new Results('pages')
const { chromium } = createRequire(import.meta.url)('playwright-core')
const demo = await startDemo({ SETUP_TOKEN })
const profile = mkdtempSync(join(tmpdir(), 'scanleaf-pages-'))
const [port] = await freePorts(1)
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
})
const FLAGS = {
  port,
  onlyCategories: CATEGORIES,
  logLevel: 'error',
}

try {
  for (const { signIn, pages } of await visitsOf(demo)) {
    const measured = pages.filter(({ name }) => only === undefined || name.includes(only))
    if (measured.length === 0) continue
    await signIn?.(browser)
    for (const page of measured) await measure(page, signIn !== null)
  }
} finally {
  await browser.close()
  await demo.stop()
  rmSync(profile, { recursive: true, force: true })
}
results.print()

/** The middle of some runs. A page that Lighthouse cannot record costs its own figures, not those of the others. */
async function measure({ name, url }: MeasuredPage, isSignedIn: boolean): Promise<void> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const report = await audit(url, isSignedIn)
    if ('why' in report) return skipPage(name, report.why)
    reports.push(report)
  }
  for (const category of CATEGORIES) {
    const score = median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
    results.record(`${name}: ${category}`, score, 'of 100', GOALS[category], 'higher')
    if (!isJson && score < GOALS[category])
      console.log(`${name}, ${category}: ${weaknesses(reports, category)}`)
  }
  if (folder) writeFileSync(join(folder, `${name.replaceAll(/\W+/g, '-')}.json`), JSON.stringify(reports[0]))
}

function skipPage(name: string, why: string): void {
  for (const category of CATEGORIES)
    results.skip(`${name}: ${category}`, 'of 100', GOALS[category], 'higher', why)
}

async function audit(
  url: string,
  isSignedIn: boolean,
  recordings = RECORDINGS,
): Promise<Report | { why: string }> {
  // Who is signed in has been here: with the session, the cache stays too.
  const audited = await lighthouse(url, { ...FLAGS, disableStorageReset: isSignedIn })
  const error = audited?.lhr.runtimeError
  if (error?.code === UNFINISHED_TRACE && recordings > 1) return audit(url, isSignedIn, recordings - 1)
  if (error) return { why: error.message }
  return audited?.lhr ?? { why: 'no result' }
}

function weaknesses(reports: readonly Report[], category: string): string {
  const weak = reports.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  )
  return [...new Set(weak)].join(', ')
}
