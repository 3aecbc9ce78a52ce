import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { timeoutMs, VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'

/** On the embedded engine, or on PostgreSQL with TEST_DATABASE_URL (a superuser of a server). */
export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    setupFiles: ['./src/testing/clean-console.ts', '../qr/src/testing/property-runs.ts'],
    // By default two cores are one worker; the tests wait for the database half of their time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The program keeps nothing in its modules that an app changes, and to load it again costs a quarter of the run.
    isolate: false,
    // Otherwise a line is a call to Vitest, and one that the end of a file meets is an error that ends the run.
    disableConsoleIntercept: true,
    ...VITEST_TIMEOUTS,
    // Without it a poll gives up after a second.
    expect: { poll: { timeout: timeoutMs(20) } },
  },
})
