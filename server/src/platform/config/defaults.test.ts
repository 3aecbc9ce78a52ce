import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError } from '../app-error'
import { readConfig } from './config'
import { EnvironmentVariables } from './environment-variables'

/** What a host who sets nothing gets, all of it: a change is a line of the CHANGELOG and of docs/operate/settings.md. */
test('the defaults are these', () => {
  expect(readConfig({ DATA_DIR: '/data' })).toEqual({
    ...{
      role: 'all',
      host: '127.0.0.1',
      appHost: '127.0.0.1',
      sharesAddress: false,
      port: 3000,
      publicPort: 3001,
      shutdownDelayMs: 0,
    },
    ...{
      appUrl: 'http://localhost:3000',
      codeHost: 'http://localhost:3001',
      pdfHost: 'http://localhost:3001/p',
      pageHost: 'http://localhost:3001/page',
      pageHostPerAccount: false,
    },
    ...{
      trustedProxies: [],
      hstsMaxAge: 31_536_000,
      versionsFile: null,
      hasApiDocs: true,
      securityContacts: [],
    },
    apiCallsPerMinute: 600,
    outsideCalls: { privateHosts: [], ownHosts: ['localhost'] },
    ...{ allowedOrigins: [], handoverCodeOrigins: [], metricsHost: '127.0.0.1', metricsPort: null },
    ...{ logLevel: 'info', logFormat: 'json', logsRequests: true, tracedAs: null },
    ...{ dataDir: '/data', databaseUrl: null, databaseReplicaUrl: null, databasePoolSize: 10, s3: null },
    ...{
      setupToken: null,
      registration: 'open',
      adminsNeedFactor: false,
      identityUrl: null,
      signInProviders: [],
    },
    ...{ mail: null, supportContact: null, dkimSelector: null, languageDetection: 'browser' },
    ...{ accent: null, logo: null, isPublicDemo: false },
    given: {
      values: {
        ...{ appName: 'Scanleaf', accent: null, logo: null, registration: 'open' },
        ...{ mail: null, supportContact: null },
      },
      fixedBy: {},
    },
    ...{ scanDurability: 'batch', stream: null, scansKeepDays: null, scansArchive: false },
    ...{ redirectMemoryBytes: 256 * 1024 * 1024, redirectOutageDays: 90, redirectsUncounted: true },
    ...{ domainAddress: null, dnsServers: [], targetDenyList: null, reportsBeforeWarning: 3 },
    addressRules: { privateHosts: false, ownHosts: ['localhost:3000', 'localhost:3001'] },
    ...{ pdfFileName: 'cleaned', billing: true, bank: null, vatRate: 10, model: null },
    seller: { name: 'Scanleaf', address: '', taxCode: '', email: '' },
    payments: {
      ...{ mode: 'sandbox', creditCard: 'off', momo: null, vnpay: null, stripe: null, paypal: null },
      ...{ sepay: null, casso: null, payos: null },
    },
    appName: 'Scanleaf',
    links: {
      ...{ privacy: 'http://localhost:3000/privacy', terms: 'http://localhost:3000/terms' },
      ...{ businessCard: '', event: '', asset: '', menu: '' },
    },
  })
})

test('seconds and megabytes are read as what they are called', () => {
  const model = { OPENAI_API_KEY: 'sk-1', OPENAI_MODEL: 'one', OPENAI_TIMEOUT_SECONDS: '7' }
  expect(readConfig({ SHUTDOWN_DELAY: '3', REDIRECT_MEMORY_MB: '5', ...model })).toMatchObject({
    ...{ shutdownDelayMs: 3000, redirectMemoryBytes: 5 * 1024 * 1024, model: { timeoutMs: 7000 } },
  })
})

test('each address of ours is an own one, for addresses that users enter and for calls outside', () => {
  const config = readConfig({
    ...{ APP_URL: 'https://app.example.vn', CODE_HOST: 'https://qr.example.vn' },
    ...{ PDF_HOST: 'https://pdf.example.vn', PAGE_HOST: 'https://page.example.vn:8443' },
  })
  const hosts = ['app.example.vn', 'qr.example.vn', 'pdf.example.vn']
  expect(config.addressRules.ownHosts).toEqual([...hosts, 'page.example.vn:8443'])
  expect(config.outsideCalls?.ownHosts).toEqual([...hosts, 'page.example.vn'])
})

test.each([
  ['PORT', 0, 65_535],
  ['PUBLIC_PORT', 0, 65_535],
  ['METRICS_PORT', 0, 65_535],
  ['HSTS_MAX_AGE', 0, 63_072_000],
  ['API_CALLS_PER_MINUTE', 10, 100_000],
  ['SHUTDOWN_DELAY', 0, 300],
  ['DATABASE_POOL_SIZE', 2, 200],
  ['REDIRECT_MEMORY_MB', 4, 4096],
  ['REDIRECT_OUTAGE_DAYS', 1, 3_650],
  ['SCANS_KEEP_DAYS', 1, 36_500],
  ['REPORTS_BEFORE_WARNING', 1, 1000],
  ['VAT_RATE', 0, 100],
  ['OPENAI_TIMEOUT_SECONDS', 1, 28],
])('%s is a whole number from %d to %d', (name, lowest, highest) => {
  const read = (value: number) => () => readConfig({ PORT: '1', PUBLIC_PORT: '2', [name]: String(value) })
  for (const value of [lowest, highest]) expect(read(value)).not.toThrow()
  for (const value of [lowest - 1, highest + 1, lowest + 0.5]) {
    expect(read(value)).toThrow(ConfigError)
    expect(read(value)).toThrow(name)
  }
})

test.each([
  ['SETUP_TOKEN', 16, 256],
  ['SELLER_NAME', 0, 200],
  ['SELLER_EMAIL', 0, 200],
  ['OTEL_SERVICE_NAME', 0, 100],
  ['APP_NAME', 1, 40],
])('%s has %d to %d characters', (name, fewest, most) => {
  const read = (length: number) => () => readConfig({ [name]: 'x'.repeat(length) })
  for (const length of [Math.max(fewest, 1), most]) expect(read(length)).not.toThrow()
  expect(read(most + 1)).toThrow(name)
  if (fewest > 1) expect(read(fewest - 1)).toThrow(name)
})

test('.env.example names every setting, and changes none when all of its lines are in force', () => {
  const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8')
  const values = parseEnv(example.replace(/^#(?=[A-Z0-9_]+=)/gm, ''))
  const names = Object.keys(values).filter(
    (name) => !name.endsWith('_FILE') || name in EnvironmentVariables.shape,
  )
  expect(names.sort()).toEqual(Object.keys(EnvironmentVariables.shape).sort())
  // What is set is fixed, also to the default.
  expect({ ...readConfig(values), given: null }).toEqual({ ...readConfig({}), given: null })
})
