import { defineConfig } from 'vitest/config'
import { VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: '../qr/src/testing/property-runs.ts',
    ...VITEST_TIMEOUTS,
  },
})
