import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // By default two cores are one worker.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    setupFiles: './src/testing/property-runs.ts',
    ...VITEST_TIMEOUTS,
  },
})
