import { ensureInstalled } from './lib/install.mjs'
import { NoPostgresError, startPostgres } from './test/postgres.mjs'

await ensureInstalled()
const { runVitest, summarise } = await import('./test/suites.mjs')

/** The server suite on TEST_DATABASE_URL, else on a PostgreSQL of its own. */
async function run() {
  if (process.env.TEST_DATABASE_URL) return runVitest('server on PostgreSQL', [], 'server')
  // Test data need not survive a crash, so nothing waits for the disk.
  const postgres = await startPostgres({ settings: ['fsync=off', 'max_connections=200'] })
  const stop = () => postgres.stop().then(() => process.exit(1))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    process.env.TEST_DATABASE_URL = postgres.url
    return await runVitest('server on PostgreSQL', [], 'server')
  } finally {
    await postgres.stop()
  }
}

try {
  summarise([await run()])
} catch (error) {
  if (!(error instanceof NoPostgresError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
