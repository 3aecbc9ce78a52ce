import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** On the embedded engine, or on PostgreSQL with TEST_DATABASE_URL (a server where databases may be created). */
export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // What attackers try meets what stands before the database, whichever that is: once is enough.
    exclude: [...configDefaults.exclude, ...(process.env['TEST_DATABASE_URL'] ? ['src/attacks/**'] : [])],
    globalSetup: './src/testing/global-setup.ts',
    setupFiles: './src/testing/clean-console.ts',
    // Left alone, two cores are one worker; the tests wait for the database half of their time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The program keeps nothing in its modules that outlives an app, and to load it again costs a quarter of the run.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
