/**
 * Lighthouse (mobile preset) on every kind of screen and page of the demo, on loopback: medians. Pages that need
 * no session are opened with an empty cache.
 * `npm run bench:pages -- [--json] [--only=payment] [--runs=5] [--reports=folder]`; Lighthouse is fetched from npm the
 * first time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDemo } from '../scripts/test/demo-server.mjs'
import { type MeasuredPage, SETUP_TOKEN, visitsOf } from './load/pages-demo'
import { loadLighthouse, type Report, weaknesses, withBrowser } from './measure/lighthouse'
import { isJson, median, numberOption, Results } from './measure/results'

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

const RUNS = numberOption('runs', 5)
/** Chromium now and then gives a trace without its start, which Lighthouse cannot score and asks to record again. */
const UNFINISHED_TRACE = 'NO_NAVSTART'
const RECORDINGS = 3
/** What shells give for a process that was ended by SIGTERM (128 + 15). */
const TERMINATED = 143

// The server and the browser are closed too: left running, they would take the processor from the next measurement.
process.once('SIGTERM', () => process.exit(TERMINATED))
const { lighthouse, launch } = await loadLighthouse()
if (folder) mkdirSync(folder, { recursive: true })
const results = new Results('pages')
/** Lighthouse's own measure of how fast the machine was; a slower one gives lower scores. */
const indices: number[] = []
const demo = await startDemo({ SETUP_TOKEN })
try {
  for (const { signIn, pages } of await visitsOf(demo)) {
    const measured = pages.filter(({ name }) => only === undefined || name.includes(only))
    if (measured.length === 0) continue
    await withBrowser(launch, signIn, async (port) => {
      for (const page of measured) await measure(page, { port, isSignedIn: signIn !== null })
    })
  }
} finally {
  await demo.stop()
}
if (indices.length > 0)
  results.record("speed of the machine, Lighthouse's benchmark index", median(indices), 'points', 0, 'higher')
results.print()

interface Circumstances {
  /** Port of the browser, for debugging. */
  port: number
  isSignedIn: boolean
}

/** The median of some runs. A page that Lighthouse cannot record loses its own scores, not those of the others. */
async function measure({ name, url }: MeasuredPage, circumstances: Circumstances): Promise<void> {
  const reports: Report[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const report = await audit(url, circumstances)
    if ('why' in report) return skipPage(name, report.why)
    reports.push(report)
  }
  indices.push(...reports.map(({ environment }) => environment.benchmarkIndex))
  const scores = CATEGORIES.map((category) =>
    median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
  )
  // Not among the results: a run takes most of an hour, and these lines show its progress.
  console.error(`${name}: ${scores.map((score) => Math.round(score)).join(', ')}`)
  for (const [at, category] of CATEGORIES.entries()) {
    const score = scores[at] ?? 0
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
  circumstances: Circumstances,
  recordings = RECORDINGS,
): Promise<Report | { why: string }> {
  // A signed-in user has been here before: with the session, the cache stays too.
  const { port, isSignedIn } = circumstances
  const audited = await lighthouse(url, {
    port,
    onlyCategories: CATEGORIES,
    logLevel: 'error',
    disableStorageReset: isSignedIn,
  })
  const error = audited?.lhr.runtimeError
  if (error?.code === UNFINISHED_TRACE && recordings > 1) return audit(url, circumstances, recordings - 1)
  if (error) return { why: error.message }
  return audited?.lhr ?? { why: 'no result' }
}
