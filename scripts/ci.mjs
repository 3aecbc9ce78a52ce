import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { runAllJourneys, runChecksAsSuite, runFaults, runUnits } = await import('./test/run-suites.mjs')
const { broken, summarise } = await import('./test/suites.mjs')

const outcomes = process.argv
  .slice(2)
  .map((name) => broken('.ci/run', `${name} is not installed, so that its tests would be skipped`))
const minutes = []

await add('units', runUnits)
// What follows needs it, and only one may build. Each says why it failed.
await ensureBuilt().catch(() => {})
const faults = () => add('faults', () => runFaults('faults'))
const checks = () => add('check', runChecksAsSuite)
if (process.env.NIGHTLY === '1') {
  // With crowds and slow clients, which are to have the machine for themselves.
  await faults()
  await add('high availability', () => runFaults('high availability'))
  await checks()
} else {
  // The fault tests wait for their processes half of the time.
  await Promise.all([faults(), checks()])
}
await add('journeys', runAllJourneys)
console.log(`\n${minutes.join('\n')}`)
summarise(outcomes)

/** Runs suites; one that could not run is a failure. */
async function add(name, run) {
  const startMs = performance.now()
  try {
    outcomes.push(...[await run()].flat())
  } catch (error) {
    outcomes.push(broken(name, error.stack))
  }
  minutes.push(`${String(Math.round((performance.now() - startMs) / 1000)).padStart(5)} s  ${name}`)
}
