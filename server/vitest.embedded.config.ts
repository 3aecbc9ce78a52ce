import { defineConfig } from 'vitest/config'
import server from './vitest.config.ts'

/**
 * What a server of PostgreSQL does not prove of the embedded engine: its port, values as they come back, COPY, sizes of
 * batches, notifications, partitions, dumps, and refused values. The journeys walk through all else on it.
 */
const OF_THE_ENGINE = [
  'src/upgrade.test.ts',
  'src/platform/{backup,db,jobs,trusted-clock}/**/*.test.ts',
  'src/features/billing/money.test.ts',
  'src/features/billing/ledger/*.test.ts',
  'src/features/bulk/engine.test.ts',
  'src/features/{leaving,operations,status}/**/*.test.ts',
  'src/features/redirect/*.test.ts',
  'src/features/scans/*.test.ts',
  'src/features/scans/{analytics,archive,closing,ingest,log,retention}/**/*.test.ts',
  'src/features/user-codes/{save-many,write/*}.test.ts',
]

/** Where `npm test` has PostgreSQL for the suite, this follows on the embedded engine; nightly all of it does. */
export default defineConfig({
  test: {
    ...server.test,
    name: 'embedded',
    include: process.env['NIGHTLY'] === '1' ? ['src/**/*.test.ts'] : OF_THE_ENGINE,
  },
})
