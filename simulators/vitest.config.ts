import { defineConfig } from 'vitest/config'
import { timeoutMs, VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'

export default defineConfig({
  test: { include: ['src/**/*.test.ts'], ...VITEST_TIMEOUTS, expect: { poll: { timeout: timeoutMs(20) } } },
})
