/**
 * When the largest thing of the two screens that people open most is there, on a phone with an empty cache on slow 4G
 * (Lighthouse, mobile preset: 150 ms, 1.6 Mbit/s, a quarter of the processor): medians.
 * `npm run bench:slow-4g -- [--json] [--runs=5]`; Lighthouse is fetched from npm the first time.
 */
import { startDemo } from '../scripts/test/demo-server.mjs'
import { SETUP_TOKEN, visitsOf } from './load/pages-demo'
import { loadLighthouse, withBrowser } from './measure/lighthouse'
import { median, numberOption, Results } from './measure/results'

const SCORE = 98
/** Milliseconds, by the page; the generator needs no account. */
const GOALS: Record<string, { isSignedIn: boolean; largest: number }> = {
  'dynamic generator': { isSignedIn: false, largest: 2500 },
  'dynamic codes': { isSignedIn: true, largest: 1800 },
}
const RUNS = numberOption('runs', 5)

const { lighthouse, launch } = await loadLighthouse()
const results = new Results('slow-4g')
const demo = await startDemo({ SETUP_TOKEN })
try {
  const visits = await visitsOf(demo)
  for (const [name, { isSignedIn, largest }] of Object.entries(GOALS)) {
    const visit = visits.find(({ pages }) => pages.some((page) => page.name === name))
    const url = visit?.pages.find((page) => page.name === name)?.url
    if (!visit || !url) throw new Error(`no page is named ${name}`)
    await withBrowser(launch, isSignedIn ? visit.signIn : null, async (port) => {
      const shown: number[] = []
      const scores: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const audited = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' })
        const { audits, categories } = audited?.lhr ?? {}
        shown.push(audits?.['largest-contentful-paint']?.numericValue ?? Number.NaN)
        scores.push((categories?.['performance']?.score ?? Number.NaN) * 100)
      }
      results.record(`${name}: largest contentful paint`, median(shown), 'ms', largest, 'lower')
      results.record(`${name}: performance`, median(scores), 'of 100', SCORE, 'higher')
    })
  }
} finally {
  await demo.stop()
}
results.print()
