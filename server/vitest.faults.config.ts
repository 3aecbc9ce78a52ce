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

function includedTests(): { include: string[]; exclude?: string[] } {
  if (process.env['HA'] === '1') return { include: [HIGH_AVAILABILITY] }
  if (process.env['NIGHTLY'] === '1')
    return { include: ['faults/**/*.test.ts'], exclude: [HIGH_AVAILABILITY] }
  return { include: DAILY.map((name) => `faults/${name}.test.ts`) }
}

/**
 * Real processes, killed: `npm run test:faults` builds the program first. They mostly start, wait and are killed: two
 * processors have time for three files.
 * `npm run test:nightly` runs every one of them, and `npm run test:ha` those that need Patroni, etcd and HAProxy.
 */
export default defineConfig({
  test: {
    name: 'faults',
    ...includedTests(),
    maxWorkers: 3,
    testTimeout: timeoutMs(300),
    hookTimeout: timeoutMs(90),
    expect: { poll: { timeout: timeoutMs(60) } },
  },
})
