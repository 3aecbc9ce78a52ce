import { defineConfig } from 'vitest/config'
import { timeoutMs } from '../scripts/test/timeouts.mjs'

/** What every push tests: nothing that was acknowledged is lost or counted twice, and the program starts and is restored. */
const DAILY = [
  'process/{kill,start,roles,drain,supervisor}',
  'billing/payment-kill',
  'database/{closing-kill,fold-kill,failover}',
  'redirect/{first-scans-kill,redirect-kill,redirect-postgres,targets-kill}',
  'operations/{archive-kill,backup,bulk-kill,image-tree,import-kill,proxies,webhook-kill}',
  'stream/stream-kill',
]

const HIGH_AVAILABILITY = 'faults/high-availability/**/*.test.ts'

/** Those of a push mostly start, wait and are killed: two processors have time for three. */
function includedTests(): { include: string[]; exclude?: string[]; maxWorkers: number } {
  if (process.env['HA'] === '1') return { include: [HIGH_AVAILABILITY], maxWorkers: 2 }
  if (process.env['NIGHTLY'] === '1')
    return { include: ['faults/**/*.test.ts'], exclude: [HIGH_AVAILABILITY], maxWorkers: 2 }
  return { include: DAILY.map((name) => `faults/${name}.test.ts`), maxWorkers: 3 }
}

/**
 * Real processes, killed: `npm run test:faults` builds the program first.
 * `npm run test:nightly` runs every one of them, and `npm run test:ha` those that need Patroni, etcd and HAProxy.
 */
export default defineConfig({
  test: {
    name: 'faults',
    ...includedTests(),
    testTimeout: timeoutMs(300),
    hookTimeout: timeoutMs(90),
    expect: { poll: { timeout: timeoutMs(60) } },
  },
})
