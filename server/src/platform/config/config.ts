import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { AddressRules } from '@scanleaf/qr'
import { type PdfFileNameRule, SERVED_SEGMENTS } from '@scanleaf/shared'
import { ConfigError } from '../app-error'
import { defaultLogFormat, type LogFormat } from '../log-line'
import type { OutsideCalls } from '../outside-call'
import { EnvironmentVariables, SECRET_NAMES } from './environment-variables'
import { type GivenSettings, givenSettings, type LiveSettings } from './live-settings'
import { mailConfigOf } from './mail-config'
import { type OidcProvider, readOidcFile } from './oidc-config'
import { type PaymentConfig, paymentConfigOf } from './payment-config'
import { databaseUrlsOf } from './postgres-url'
import { withSecretFiles } from './secret-files'
import { type StreamConfig, streamConfigOf } from './stream-config'
import { type VersionsFileConfig, versionsFileOf } from './versions-file-config'

/** A bucket for the files, instead of the local disk. */
export interface S3Config {
  /** Null for Amazon's own. */
  endpoint: string | null
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

/** The seller on invoices; what is not set is empty. */
export interface SellerConfig {
  name: string
  address: string
  taxCode: string
  email: string
}

/** A language model behind an API like OpenAI's. */
export interface ModelConfig {
  baseUrl: string
  apiKey: string
  model: string
  /** Timeout of a complete answer, including all tool calls. */
  timeoutMs: number
}

/** The account that bank transfers go to. */
export interface BankConfig {
  /** Six digits (shared/src/billing/banks.ts). */
  bin: string
  accountNumber: string
  accountName: string
  branch: string
}

export interface Config extends LiveSettings {
  role: 'all' | 'web' | 'redirect' | 'worker'
  host: string
  /** What the application listens on: `host`, unless the listener of the codes serves it too. */
  appHost: string
  port: number
  publicPort: number
  appUrl: string
  /** The codes are below a path of the application's own address, so that `publicPort` serves both. */
  sharesAddress: boolean
  codeHost: string
  /** Base address of the pages of PDF codes: another host than `codeHost`, or another path. */
  pdfHost: string
  /** Base address of the pages of codes: as `pdfHost`, and another. */
  pageHost: string
  /** Each account has a host below `pageHost`. */
  pageHostPerAccount: boolean
  pdfFileName: PdfFileNameRule
  /** Absolute. */
  dataDir: string
  s3: S3Config | null
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  /** The most connections to each PostgreSQL. */
  databasePoolSize: number
  /** The status page says which versions are newer. */
  versionsFile: VersionsFileConfig | null
  /** The API reference is served. */
  hasApiDocs: boolean
  setupToken: string | null
  /** Everybody shares one account, which each night begins anew. */
  isPublicDemo: boolean
  /** An administrator without a second factor in this session has the rights of a member. */
  adminsNeedFactor: boolean
  identityUrl: string | null
  /** Providers of OpenID Connect, in the order of their buttons; empty: none. */
  signInProviders: readonly OidcProvider[]
  /** Name of the key that the mail server signs with; null: not known. */
  dkimSelector: string | null
  /** Those that get a code count among them. */
  allowedOrigins: string[]
  /** Other products that get a one-time code instead of a session. */
  handoverCodeOrigins: string[]
  languageDetection: 'browser' | 'geo'
  scanDurability: 'batch' | 'sync'
  /** Carries scans between machines; null: each machine imports its own. */
  stream: StreamConfig | null
  /** Most memory, and disk, for what a redirect process knows of codes and domains. */
  redirectMemoryBytes: number
  /** Days that a known code is redirected while the database is unreachable. */
  redirectOutageDays: number
  /** Redirects what neither disk nor database can record. */
  redirectsUncounted: boolean
  /** False for a host who sells nothing: no payment area, no quotas. */
  billing: boolean
  seller: SellerConfig
  /** Whole percent, included in prices. */
  vatRate: number
  /** Null: no bank transfers are taken. */
  bank: BankConfig | null
  payments: PaymentConfig
  /** The language model of the chat; null: the embedded assistant. */
  model: ModelConfig | null
  /** Where the DNS of customers' domains has to point; null: they cannot bring their own. */
  domainAddress: string | null
  /** Asked for the records of domains; empty: those of the machine. */
  dnsServers: string[]
  /** Absolute path of the file with the sites that no code may lead to; null: all may be. */
  targetDenyList: string | null
  /** Which hosts addresses that users enter may name: its own are always among them. */
  addressRules: Required<AddressRules>
  /** Number of visitors who must report a code in one day before a warning is shown. */
  reportsBeforeWarning: number
  /** Days that the log is kept; null forever. Counters and roll-ups stay. */
  scansKeepDays: number | null
  /** Closed days of the log are archived with the files, and months are dropped only then. */
  scansArchive: boolean
  /** What addresses that users enter are called; null: none. */
  outsideCalls: OutsideCalls | null
  /** Calls of an API key a minute. */
  apiCallsPerMinute: number
  trustedProxies: string[]
  /** Seconds of `Strict-Transport-Security`; 0 ends it. */
  hstsMaxAge: number
  /** Contacts for security.txt; empty: it is not served. */
  securityContacts: string[]
  logLevel: string
  logFormat: LogFormat
  /** Whether each request is a line of the log. */
  logsRequests: boolean
  /** Name under which traces are sent; null for none. */
  tracedAs: string | null
  /** On shutdown, between `/readyz` starting to fail and the listeners closing. */
  shutdownDelayMs: number
  metricsHost: string
  /** Of `/metrics`; null for none. */
  metricsPort: number | null
  given: GivenSettings
  links: { privacy: string; terms: string; businessCard: string; event: string; asset: string; menu: string }
}

/** @throws ConfigError naming every invalid setting */
export function readConfig(env: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  )
  const { env: given, origins } = orConfigError(() => withSecretFiles(nonEmpty, SECRET_NAMES))
  const parsed = EnvironmentVariables.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => {
      const origin = origins.get(String(path[0]))
      return `${path.join('.')}${origin ? ` (from ${origin})` : ''}: ${message}`
    })
    throw new ConfigError(`Invalid setting: ${wrong.join('; ')}. Correct it in the environment or in .env.`)
  }
  const settings = parsed.data
  const appUrl = settings.APP_URL ?? `http://localhost:${settings.PORT}`
  const codeHost = settings.CODE_HOST ?? `http://localhost:${settings.PUBLIC_PORT}`
  refuseForOutsideAccounts(settings)
  const atCodeHost = (path: string) => `${new URL(codeHost).origin}${path}`
  const pdfHost = hostOfPages('PDF_HOST', settings.PDF_HOST ?? atCodeHost('/p'), [codeHost])
  const pageHost = hostOfPages('PAGE_HOST', settings.PAGE_HOST ?? atCodeHost('/page'), [codeHost, pdfHost])
  const logFormat = settings.LOG_FORMAT ?? defaultLogFormat()
  const pageHostPerAccount = settings.PAGE_HOST_PER_ACCOUNT === 'on'
  if (pageHostPerAccount) requireHostAlone(pageHost, [appUrl, codeHost, pdfHost])
  refuseHiddenAddresses(appUrl, { CODE_HOST: codeHost, PDF_HOST: pdfHost, PAGE_HOST: pageHost })
  const isPublicDemo = settings.PUBLIC_DEMO === 'on'
  const values: LiveSettings = {
    appName: settings.APP_NAME,
    accent: settings.ACCENT_COLOR ?? null,
    logo: null,
    registration: isPublicDemo ? 'closed' : settings.REGISTRATION,
    mail: isPublicDemo ? null : orConfigError(() => mailConfigOf(settings)),
    supportContact: settings.SUPPORT_CONTACT ?? null,
  }
  const sharesAddress = settings.ROLE === 'all' && new URL(appUrl).host === new URL(codeHost).host
  return {
    role: settings.ROLE,
    host: settings.HOST,
    appHost: sharesAddress ? '127.0.0.1' : settings.HOST,
    port: settings.PORT,
    publicPort: settings.PUBLIC_PORT,
    appUrl,
    sharesAddress,
    codeHost,
    pdfHost,
    pageHost,
    pageHostPerAccount,
    pdfFileName: settings.PDF_FILE_NAME,
    dataDir: resolve(settings.DATA_DIR),
    s3: s3Of(settings),
    ...orConfigError(() => databaseUrlsOf(settings)),
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    versionsFile: orConfigError(() => versionsFileOf(settings)),
    hasApiDocs: settings.API_DOCS === 'on',
    setupToken: settings.SETUP_TOKEN ?? null,
    isPublicDemo,
    adminsNeedFactor: settings.ADMIN_SECOND_FACTOR === 'required',
    identityUrl: settings.IDENTITY_URL ?? null,
    signInProviders: orConfigError(() => readOidcFile(settings.OIDC_FILE, settings.IDENTITY_URL, given)),
    dkimSelector: settings.DKIM_SELECTOR ?? null,
    allowedOrigins: [...settings.ALLOWED_ORIGINS, ...settings.HANDOVER_CODE_ORIGINS],
    handoverCodeOrigins: settings.HANDOVER_CODE_ORIGINS,
    languageDetection: settings.LANGUAGE_DETECTION,
    scanDurability: settings.SCAN_DURABILITY,
    stream: orConfigError(() => streamConfigOf(settings)),
    redirectMemoryBytes: settings.REDIRECT_MEMORY_MB * 1024 * 1024,
    redirectOutageDays: settings.REDIRECT_OUTAGE_DAYS,
    redirectsUncounted: settings.REDIRECT_UNCOUNTED === 'on',
    bank: bankOf(settings),
    billing: settings.BILLING === 'on',
    seller: {
      name: settings.SELLER_NAME ?? settings.APP_NAME,
      address: settings.SELLER_ADDRESS,
      taxCode: settings.SELLER_TAX_CODE,
      email: settings.SELLER_EMAIL,
    },
    vatRate: settings.VAT_RATE,
    payments: orConfigError(() => paymentConfigOf(settings, appUrl)),
    model: modelOf(settings),
    domainAddress: settings.DOMAIN_ADDRESS ?? null,
    dnsServers: settings.DNS_SERVERS,
    targetDenyList: settings.TARGET_DENY_LIST === undefined ? null : resolve(settings.TARGET_DENY_LIST),
    addressRules: {
      privateHosts: settings.ALLOW_PRIVATE_TARGETS === 'on',
      ownHosts: [...new Set([appUrl, codeHost, pdfHost, pageHost].map((url) => new URL(url).host))],
    },
    reportsBeforeWarning: settings.REPORTS_BEFORE_WARNING,
    scansKeepDays: settings.SCANS_KEEP_DAYS ?? null,
    scansArchive: settings.SCANS_ARCHIVE === 'files',
    outsideCalls:
      settings.OUTSIDE_CALLS === 'off' || isPublicDemo
        ? null
        : {
            privateHosts: settings.WEBHOOK_PRIVATE_HOSTS,
            ownHosts: [...new Set([appUrl, codeHost, pdfHost, pageHost].map((url) => new URL(url).hostname))],
          },
    apiCallsPerMinute: settings.API_CALLS_PER_MINUTE,
    // The listener of the codes is one to the application behind it.
    trustedProxies: [...settings.TRUSTED_PROXIES, ...(sharesAddress ? ['127.0.0.1'] : [])],
    hstsMaxAge: settings.HSTS_MAX_AGE,
    securityContacts: settings.SECURITY_CONTACT,
    logLevel: settings.LOG_LEVEL,
    logFormat,
    logsRequests: (settings.LOG_REQUESTS ?? (logFormat === 'json' ? 'on' : 'off')) === 'on',
    tracedAs: settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? null : settings.OTEL_SERVICE_NAME,
    shutdownDelayMs: settings.SHUTDOWN_DELAY * 1000,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT ?? null,
    ...values,
    given: givenSettings(values, isPublicDemo ? given : { ...given, PUBLIC_DEMO: undefined }),
    links: {
      privacy: settings.PRIVACY_URL ?? `${appUrl}/privacy`,
      terms: settings.TERMS_URL ?? `${appUrl}/terms`,
      businessCard: settings.BUSINESS_CARD_URL ?? '',
      event: settings.EVENT_URL ?? '',
      asset: settings.ASSET_URL ?? '',
      menu: settings.MENU_URL ?? '',
    },
  }
}

/** On a host with other things the pages need a path of their own, or they would hide those. */
function hostOfPages(setting: string, address: string, others: readonly string[]): string {
  const pages = new URL(address)
  for (const other of others.map((each) => new URL(each))) {
    if (pages.host !== other.host || (pages.pathname !== '/' && pages.pathname !== other.pathname)) continue
    throw new ConfigError(
      `${setting}=${address} is the address of the short links or of other pages: give it another path, such as ${other.origin}/${setting === 'PDF_HOST' ? 'p' : 'page'}, or another host.`,
    )
  }
  return address
}

/** Hosts below it are those of accounts, and everything on them is theirs. */
function requireHostAlone(pageHost: string, others: readonly string[]): void {
  const { hostname, pathname } = new URL(pageHost)
  const isShared = others.some((other) => new URL(other).hostname === hostname)
  if (pathname === '/' && !isShared && !isIP(hostname.replace(/^\[|\]$/g, ''))) return
  throw new ConfigError(
    `PAGE_HOST_PER_ACCOUNT=on needs a host name for pages alone, and PAGE_HOST=${pageHost} is none: set one without a path, such as https://pages.example.com.`,
  )
}

/** On the host of the application they need a path that it does not serve itself. */
function refuseHiddenAddresses(appUrl: string, addresses: Record<string, string>): void {
  for (const [name, address] of Object.entries(addresses)) {
    const { host, origin, pathname } = new URL(address)
    const [, first = ''] = pathname.toLowerCase().split('/')
    if (host === new URL(appUrl).host && (first === '' || SERVED_SEGMENTS.includes(first)))
      throw new ConfigError(
        `${name}=${address} is an address of the application (APP_URL): give it another path, such as ${origin}/${name === 'CODE_HOST' ? 'q' : name === 'PDF_HOST' ? 'p' : 'page'}, or another host.`,
      )
  }
}

/** Settings of our own account service say nothing of an outside one: better no start than a closed door that is open. */
function refuseForOutsideAccounts({
  IDENTITY_URL,
  REGISTRATION,
  HANDOVER_CODE_ORIGINS,
  PUBLIC_DEMO,
}: EnvironmentVariables): void {
  if (IDENTITY_URL === undefined) return
  if (PUBLIC_DEMO === 'on')
    throw new ConfigError(
      'PUBLIC_DEMO=on makes the account of the demo, and the account service of IDENTITY_URL makes all accounts: set one of the two.',
    )
  if (REGISTRATION !== 'open')
    throw new ConfigError(
      `REGISTRATION=${REGISTRATION} has no effect beside IDENTITY_URL, whose account service makes the accounts: set one of the two.`,
    )
  if (HANDOVER_CODE_ORIGINS.length > 0)
    throw new ConfigError(
      'HANDOVER_CODE_ORIGINS has no effect beside IDENTITY_URL, whose account service hands the sessions over: set one of the two.',
    )
}

function bankOf(settings: EnvironmentVariables): BankConfig | null {
  const { BANK_BIN, BANK_ACCOUNT_NUMBER, BANK_ACCOUNT_NAME, BANK_BRANCH } = settings
  if (!BANK_BIN && !BANK_ACCOUNT_NUMBER && !BANK_ACCOUNT_NAME) return null
  if (!BANK_BIN || !BANK_ACCOUNT_NUMBER || !BANK_ACCOUNT_NAME) {
    throw new ConfigError(
      'For bank transfers set BANK_BIN, BANK_ACCOUNT_NUMBER and BANK_ACCOUNT_NAME (and BANK_BRANCH), or none.',
    )
  }
  return {
    bin: BANK_BIN,
    accountNumber: BANK_ACCOUNT_NUMBER,
    accountName: BANK_ACCOUNT_NAME,
    branch: BANK_BRANCH,
  }
}

function orConfigError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

function modelOf(settings: EnvironmentVariables): ModelConfig | null {
  const { OPENAI_BASE_URL, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_TIMEOUT_SECONDS } = settings
  if (!OPENAI_API_KEY && !OPENAI_MODEL) return null
  if (!OPENAI_API_KEY || !OPENAI_MODEL) {
    throw new ConfigError(
      'For an assistant with a language model set OPENAI_API_KEY and OPENAI_MODEL (and OPENAI_BASE_URL for another service), or none.',
    )
  }
  return {
    baseUrl: OPENAI_BASE_URL,
    apiKey: OPENAI_API_KEY,
    model: OPENAI_MODEL,
    timeoutMs: OPENAI_TIMEOUT_SECONDS * 1000,
  }
}

function s3Of(settings: EnvironmentVariables): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  if (!S3_ENDPOINT && !S3_BUCKET && !S3_ACCESS_KEY && !S3_SECRET_KEY) return null
  if (!S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) {
    throw new ConfigError(
      'For files in a bucket set S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY (and S3_ENDPOINT for another service than Amazon S3), or none.',
    )
  }
  return {
    endpoint: S3_ENDPOINT ?? null,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
  }
}
