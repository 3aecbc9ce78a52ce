import { cpus } from 'node:os'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled()
const { ensureBuilt } = await import('./build.mjs')
const { runAllJourneys, runChecksAsSuite, runFaults, runUnits } = await import('./test/run-suites.mjs')
const { broken, summarise } = await import('./test/suites.mjs')

const outcomes = process.argv
  .slice(2)
  .map((name) => broken('.ci/run', `${name} is not installed, so that its tests would be skipped`))
const costs = []

await phase('units', () => add('units', runUnits))
// What follows needs it, and only one may build. Each says why it failed.
await ensureBuilt().catch(() => {})
const faults = () => add('faults', () => runFaults('faults'))
const checks = () => add('check', runChecksAsSuite)
if (process.env.NIGHTLY === '1') {
  // With crowds and slow clients, which are to have the machine for themselves.
  await phase('faults', faults)
  await phase('high availability', () => add('high availability', () => runFaults('high availability')))
  await phase('check', checks)
} else {
  // The fault tests wait for their processes half of the time.
  await phase('faults and check', () => Promise.all([faults(), checks()]))
}
await phase('journeys', () => add('journeys', runAllJourneys))
console.log(`\nSeconds, of processor too\n${costs.join('\n')}`)
summarise(outcomes)

/** Runs suites; one that could not run is a failure. */
async function add(name, run) {
  try {
    outcomes.push(...[await run()].flat())
  } catch (error) {
    outcomes.push(broken(name, error.stack))
  }
}

/** Measures what runs before the next one begins. Its time says how busy the machine was, its processor time what it costs. */
async function phase(name, run) {
  const start = { wall: performance.now() / 1000, processor: processorSeconds() }
  await run()
  const spent = [performance.now() / 1000 - start.wall, processorSeconds() - start.processor]
  costs.push(`${spent.map((seconds) => seconds.toFixed().padStart(8)).join('')}  ${name}`)
}

/** Of all that the machine runs: processes that outlive their parents are counted nowhere else. */
function processorSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000
}
