import { defineConfig } from 'vitest/config'
import { timeoutMs } from '../scripts/test/timeouts.mjs'

/** What every push tests: nothing that was acknowledged is lost or counted twice, and the program starts and is restored. */
const DAILY = [
  'process/{kill,start,roles,drain}',
  'billing/payment-kill',
  'database/failover',
  'redirect/{redirect-kill,redirect-postgres}',
  'operations/{backup,batch-kill,image}',
]

/**
 * Real processes, killed: `npm run test:faults` builds the program first. They mostly start, wait and are killed.
 * `npm run test:nightly` runs every one of them.
 */
export default defineConfig({
  test: {
    name: 'faults',
    include:
      process.env['NIGHTLY'] === '1'
        ? ['faults/**/*.test.ts']
        : DAILY.map((name) => `faults/${name}.test.ts`),
    maxWorkers: 2,
    testTimeout: timeoutMs(300),
    hookTimeout: timeoutMs(90),
    expect: { poll: { timeout: timeoutMs(60) } },
  },
})
