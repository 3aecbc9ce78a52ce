import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { runAllJourneys, runUnits } = await import('./test/run-suites.mjs')
const { summarise } = await import('./test/suites.mjs')

summarise([...(await runUnits()), await runAllJourneys()])
