import { BuildError, ensureBuilt } from '../build.mjs'
import { runChecks } from '../check/steps.mjs'
import { ensureBrowser } from './find-browser.mjs'
import { NoPostgresError, startPostgres } from './postgres.mjs'
import { broken, runJourneys, runVitest } from './suites.mjs'

/** @typedef {import('./suites.mjs').Outcome} Outcome */

/**
 * Everything that runs in Vitest without the built product. The tests of the server wait for calls that are never
 * answered, those of the web for one page at a time: beside each other they leave no processor idle.
 * @returns {Promise<Outcome[]>}
 */
export async function runUnits() {
  await nameBrowser()
  const postgres = await postgresForTests()
  try {
    const [server, others] = await Promise.all([runServer(postgres), runOthers(postgres)])
    return [...others, server]
  } finally {
    await postgres?.stop()
  }
}

/** On PostgreSQL, where every race can happen; on the embedded engine where there is none. */
const runServer = (postgres) =>
  runVitest('server', [], 'server', { env: { TEST_DATABASE_URL: postgres?.url } })

async function runOthers(postgres) {
  const isPrintedAtEnd = true
  const outcomes = []
  for (const workspace of ['qr', 'shared', 'simulators', 'web'])
    outcomes.push(await runVitest(workspace, [], workspace, { isPrintedAtEnd }))
  if (postgres) {
    const env = { TEST_DATABASE_URL: undefined }
    const args = ['--config', 'vitest.embedded.config.ts']
    outcomes.push(await runVitest('embedded', args, 'server', { isPrintedAtEnd, env }))
  }
  return outcomes
}

/** The server of TEST_DATABASE_URL, else one of its own; null where PostgreSQL is not installed. */
async function postgresForTests() {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  try {
    // Test data need not survive a crash, so nothing waits for the disk.
    const own = await startPostgres({ settings: ['fsync=off', 'max_connections=200'] })
    const stop = () => own.stop().then(() => process.exit(1))
    process.once('SIGINT', stop).once('SIGTERM', stop)
    return own
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error
    console.log(`${error.message} The server is tested on the embedded engine alone.`)
    return null
  }
}

async function nameBrowser() {
  const browser = await ensureBrowser()
  if (browser) process.env.CHROMIUM_PATH = browser
  return browser !== null
}

/** The journeys, on the built product. @returns {Promise<Outcome>} */
export async function runAllJourneys() {
  const hasBrowser = await nameBrowser()
  if (!hasBrowser)
    return broken(
      'journeys',
      'No Chromium could be found or installed: install one, or name it in CHROMIUM_PATH.',
    )
  return onBuilt('journeys', () => runJourneys('journeys', []))
}

/** The fault tests, on the built product. @param {'faults' | 'high availability'} name @returns {Promise<Outcome>} */
export const runFaults = (name = 'faults') =>
  onBuilt(name, () =>
    runVitest(name, ['--config', 'vitest.faults.config.ts'], 'server', {
      env: { HA: name === 'faults' ? undefined : '1' },
    }),
  )

async function onBuilt(name, suite) {
  try {
    await ensureBuilt()
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    return broken(name, error.message)
  }
  return suite()
}

/** `npm run check`, each step a test. @returns {Promise<Outcome>} */
export async function runChecksAsSuite() {
  console.log('\n== check')
  const checks = await runChecks()
  const failures = checks
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => ({ test: name, message: errors.join('\n') }))
  const failed = failures.length
  return { name: 'check', passed: checks.length - failed, failed, skipped: 0, failures }
}
