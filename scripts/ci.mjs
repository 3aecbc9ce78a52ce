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

await phase({ units: runUnits })
// What follows needs it, and only one may build. Each says why it failed.
await ensureBuilt().catch(() => {})
const faults = () => runFaults('faults')
if (process.env.NIGHTLY === '1') {
  // With crowds and slow clients, which are to have the machine for themselves.
  await phase({ faults })
  await phase({ 'high availability': () => runFaults('high availability') })
  await phase({ check: runChecksAsSuite })
} else {
  // The fault tests wait for their processes half of the time.
  await phase({ faults, check: runChecksAsSuite })
}
await phase({ journeys: runAllJourneys })
console.log(`\nSeconds, of processor too\n${costs.join('\n')}`)
summarise(outcomes)

/** Runs suites beside each other. Its time says how busy the machine was, its processor time what they cost. */
async function phase(suites) {
  const start = { wall: performance.now() / 1000, processor: processorSeconds() }
  await Promise.all(Object.entries(suites).map(add))
  const spent = [performance.now() / 1000 - start.wall, processorSeconds() - start.processor]
  const figures = spent.map((seconds) => seconds.toFixed().padStart(8)).join('')
  costs.push(`${figures}  ${Object.keys(suites).join(' and ')}`)
}

/** One that could not run is a failure. */
async function add([name, run]) {
  try {
    outcomes.push(...[await run()].flat())
  } catch (error) {
    outcomes.push(broken(name, error.stack))
  }
}

/** Of all that the machine runs: processes that outlive their parents are counted nowhere else. */
function processorSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000
}
