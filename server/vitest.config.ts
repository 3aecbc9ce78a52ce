import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { timeoutMs, VITEST_TIMEOUTS } from '../scripts/test/timeouts.mjs'

/**
 * Tests that use no database beyond what the others do: rendering, texts, calls of providers, signatures, files,
 * streams, and what runs before the database. Run on the embedded engine, and nightly on PostgreSQL, too.
 */
const ON_ONE_ENGINE = [
  'src/access.test.ts',
  'src/openapi.test.ts',
  'src/attacks/**',
  'src/deployment/**',
  'src/features/account/authorization.test.ts',
  'src/features/account/remote/**',
  'src/features/account/{passwords/password-hasher,registration/setup-token}.test.ts',
  'src/features/billing/invoices/invoice-documents.test.ts',
  'src/features/{chat,code-files,config,demo,generator,geo,help,media}/**',
  'src/features/gateways/{momo,paypal,stripe,vnpay}/**',
  'src/features/gateways/bank-feeds/signatures.test.ts',
  'src/features/pdf-codes/upload-form.test.ts',
  'src/features/pdf-codes/pages/**',
  'src/features/redirect/{http,targets/record-store}/**',
  'src/features/scans/archive/archive-bucket.test.ts',
  'src/features/scans/stream/**',
  'src/features/web-app/**',
  'src/platform/{config,db/embedded,export,files,http,journal,workers}/**',
  'src/platform/*.test.ts',
]

const isSecondRun = process.env['TEST_DATABASE_URL'] !== undefined && process.env['NIGHTLY'] !== '1'

/** On the embedded engine, or on PostgreSQL with TEST_DATABASE_URL (a superuser of a server). */
export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isSecondRun ? ON_ONE_ENGINE : [])],
    setupFiles: ['./src/testing/clean-console.ts', '../qr/src/testing/property-runs.ts'],
    // By default two cores are one worker; the tests wait for the database half of their time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The program keeps nothing in its modules that outlives an app, and to load it again costs a quarter of the run.
    isolate: false,
    // Otherwise a line is a call to Vitest, and one that the end of a file meets is an error that ends the run.
    disableConsoleIntercept: true,
    ...VITEST_TIMEOUTS,
    // Without it a poll gives up after a second.
    expect: { poll: { timeout: timeoutMs(20) } },
  },
})
