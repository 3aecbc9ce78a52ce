import { BANK_LIST } from '@scanleaf/qr'
import { PDF_FILE_NAME_RULES, REGISTRATION_MODES } from '@scanleaf/shared'
import * as z from 'zod'
import { MailSettings } from './mail-config'
import { PaymentSettings } from './payment-config'
import { postgresUrl } from './postgres-url'
import { StreamSettings } from './stream-config'
import { accentColor, httpUrl, listOf, originUrl, Port, securityContact } from './variable-types'

/*
 * `npm run settings` prints each `.meta` in docs/operate/settings.md: `description`, and `unset` for the default of a
 * setting whose default is not a constant. `isSecret` lets it come from a file, and keeps it out of manifests.
 */

const ServerSettings = z.object({
  ROLE: z.enum(['all', 'web', 'redirect', 'worker']).default('all').meta({
    description:
      '`all`, or one of several processes that share a PostgreSQL (`DATABASE_URL`): `web`, `redirect` or `worker`',
  }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'network address that the server listens on' }),
  PORT: Port.default(3000).meta({ description: 'port of the application' }),
  APP_URL: originUrl.optional().meta({
    unset: '`http://localhost:{PORT}`',
    description: 'public URL of the application, without a path',
  }),
  PUBLIC_PORT: Port.default(3001).meta({ description: 'port of short links and PDF pages' }),
  CODE_HOST: httpUrl.optional().meta({
    unset: '`http://localhost:{PUBLIC_PORT}`',
    description:
      'public URL of short links, printed in every dynamic code; may have a path, also one of `APP_URL`: then `PUBLIC_PORT` serves both',
  }),
  PDF_HOST: httpUrl.optional().meta({
    unset: '`/p` at the host of `CODE_HOST`',
    description: 'public URL of PDF pages: a path of the code host, or a separate host',
  }),
  PAGE_HOST: httpUrl.optional().meta({
    unset: '`/page` at the host of `CODE_HOST`',
    description:
      'public URL of pages behind codes: a path of the code host, where a code then shows its page itself, or a separate host, to which it leads',
  }),
  PAGE_HOST_PER_ACCOUNT: z.enum(['on', 'off']).default('off').meta({
    description:
      '`on`: the pages of each account are on a host of their own below `PAGE_HOST`, which then is a host that has nothing else, with a wildcard record in the DNS and a wildcard certificate',
  }),
  TRUSTED_PROXIES: listOf(z.string()).meta({
    unset: 'none',
    description:
      'comma-separated IP addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` is trusted',
  }),
  HSTS_MAX_AGE: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000).meta({
    description:
      '`max-age` in seconds of the HSTS header (`Strict-Transport-Security`) on hosts with an `https` address; `0` withdraws it',
  }),
  UPDATE_CHECK_URL: httpUrl.optional().meta({
    unset: 'off',
    description:
      'signed file of versions that the status page compares with its own, read at most once a day while an operator looks at that page: `https://github.com/scanleaf/scanleaf/releases/latest/download/versions.json`',
  }),
  UPDATE_CHECK_SIGNER: z.string().max(200).optional().meta({
    unset: 'none',
    description: 'second line of `scanleaf.pub`, the key that `UPDATE_CHECK_URL` is signed with',
  }),
  API_DOCS: z.enum(['on', 'off']).default('on').meta({
    description: '`off`: no API reference at `/docs`, `/openapi/v1.json` and `/openapi.json`',
  }),
  API_CALLS_PER_MINUTE: z.coerce.number().int().min(10).max(100_000).default(600).meta({
    description: 'calls of an API key a minute; one that draws or takes a file counts as ten',
  }),
  OUTSIDE_CALLS: z.enum(['on', 'off']).default('on').meta({
    description: '`off`: no address that users enter is called; there are no webhooks for workspaces',
  }),
  WEBHOOK_PRIVATE_HOSTS: listOf(z.string()).meta({
    unset: 'none',
    description:
      'comma-separated names, addresses or CIDR ranges of this network that webhooks may call, also by `http` and on any port',
  }),
  SECURITY_CONTACT: listOf(securityContact).meta({
    unset: 'none',
    description: 'comma-separated contacts in `/.well-known/security.txt`: email addresses or `https` URLs',
  }),
  ALLOWED_ORIGINS: listOf(httpUrl).meta({
    unset: 'none',
    description: 'comma-separated origins for CORS, to which sign-in may also return',
  }),
  HANDOVER_CODE_ORIGINS: listOf(httpUrl).meta({
    unset: 'none',
    description:
      'origins, as in `ALLOWED_ORIGINS`, that receive a one-time code in the URL instead of a session, and exchange it for one',
  }),
  METRICS_PORT: Port.optional().meta({
    unset: 'off',
    description: 'port of the Prometheus endpoint `/metrics`, and of `/healthz` and `/readyz` beside it',
  }),
  METRICS_HOST: z.string().default('127.0.0.1').meta({
    description:
      'network address of `METRICS_PORT`; metrics are not public, so use another one only inside a private network',
  }),
  SHUTDOWN_DELAY: z.coerce.number().int().min(0).max(300).default(0).meta({
    description:
      'on shutdown, seconds between `/readyz` starting to fail and the listeners closing; must be longer than the load balancer takes to notice',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    unset: 'off',
    description: 'URL of the OpenTelemetry collector for traces, such as `http://127.0.0.1:4318`',
  }),
  OTEL_SERVICE_NAME: z.string().max(100).default('scanleaf').meta({ description: 'service name in traces' }),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').meta({
    description:
      'lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  }),
  LOG_FORMAT: z.enum(['json', 'text']).optional().meta({
    unset: '`text` in a terminal, else `json`',
    description: '`json`: one JSON object per line, for log collectors; `text`: lines for people',
  }),
  LOG_REQUESTS: z.enum(['on', 'off']).optional().meta({
    unset: '`on` with `LOG_FORMAT=json`, else `off`',
    description: '`on`: each request to the application is a line of the log',
  }),
})

const StorageSettings = z.object({
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'directory of the embedded database, uploaded files and the scan journal' }),
  DATABASE_URL: postgresUrl.optional().meta({
    unset: 'embedded',
    isSecret: true,
    description:
      'PostgreSQL to use instead of the embedded database: `postgres://user:password@host/database`; several hosts, separated by commas, of which the primary is used',
  }),
  DATABASE_PASSWORD: z.string().max(1000).optional().meta({
    unset: 'none',
    isSecret: true,
    description:
      'password of the user in `DATABASE_URL` and `DATABASE_REPLICA_URL`, which then have none; any characters',
  }),
  DATABASE_REPLICA_URL: postgresUrl.optional().meta({
    unset: 'none',
    isSecret: true,
    description: 'read replica of `DATABASE_URL`, for charts and exports of scans',
  }),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10).meta({
    description: 'most connections of a process to each PostgreSQL; one more listens for notifications',
  }),
  S3_BUCKET: z
    .string()
    .optional()
    .meta({ unset: 'files on disk', description: 'S3 bucket for uploaded files; needs the two keys' }),
  S3_ACCESS_KEY: z
    .string()
    .optional()
    .meta({ unset: 'none', isSecret: true, description: 'S3 access key ID' }),
  S3_SECRET_KEY: z
    .string()
    .optional()
    .meta({ unset: 'none', isSecret: true, description: 'S3 secret access key' }),
  S3_ENDPOINT: httpUrl
    .optional()
    .meta({ unset: 'Amazon’s', description: 'URL of another S3-compatible service' }),
  S3_REGION: z.string().default('us-east-1').meta({ description: 'S3 region' }),
})

const AccountSettings = z.object({
  SETUP_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).max(256).optional().meta({
    unset: 'random, printed',
    isSecret: true,
    description: 'token of the link that creates the first administrator',
  }),
  REGISTRATION: z.enum(REGISTRATION_MODES).default('open').meta({
    description:
      'who can create an account: `open` anybody, `approval` anybody, after an operator approves, `invite` whoever an operator invites, `closed` nobody; the first administrator always',
  }),
  PUBLIC_DEMO: z.enum(['on', 'off']).default('off').meta({
    description:
      '`on`: a demo for everybody: one account whose password the sign-in page shows, emptied each night at 03:00 UTC, without email and calls to the outside, and with little more allowed than to try out codes',
  }),
  ADMIN_SECOND_FACTOR: z.enum(['off', 'required']).default('off').meta({
    description:
      '`required`: administrators have only the rights of a member until they sign in with a passkey or an authenticator app',
  }),
  IDENTITY_URL: httpUrl
    .optional()
    .meta({ unset: 'embedded', description: 'URL of an external account service with the same API' }),
  OIDC_FILE: z.string().optional().meta({
    unset: 'none',
    description: 'JSON file of OpenID Connect providers for single sign-on, such as Google or Keycloak',
  }),
  LANGUAGE_DETECTION: z
    .enum(['browser', 'geo'])
    .default('browser')
    .meta({ description: 'language of a first visit: by the browser, or by the country (`geo`)' }),
})

const CodeSettings = z.object({
  SCAN_DURABILITY: z
    .enum(['batch', 'sync'])
    .default('batch')
    .meta({ description: '`sync`: redirect only after the scan is flushed to disk (fsync)' }),
  REDIRECT_MEMORY_MB: z.coerce.number().int().min(4).max(4096).default(256).meta({
    description:
      'megabytes of memory, and as many on disk, for what a redirect process knows of codes and domains, to redirect while the database is unreachable; about 7,000 codes each',
  }),
  REDIRECT_OUTAGE_DAYS: z.coerce.number().int().min(1).max(3_650).default(90).meta({
    description:
      'days that a code is redirected while the database is unreachable, since the database last confirmed its target',
  }),
  REDIRECT_UNCOUNTED: z.enum(['on', 'off']).default('on').meta({
    description:
      'when neither the disk nor the database can record a scan: `on` redirects it uncounted, `off` answers 503',
  }),
  SCANS_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional().meta({
    unset: 'forever',
    description:
      'days that individual scans are kept, deleted by whole days, except the newest with scans, with the user agents, referrers and languages that no other scan has; counts stay',
  }),
  SCANS_ARCHIVE: z.enum(['off', 'files']).default('off').meta({
    description:
      '`files`: each day of scans is also stored as a Parquet file with the uploaded files, and a month is deleted from the database only then',
  }),
  TARGET_DENY_LIST: z.string().optional().meta({
    unset: 'none',
    description: 'file of forbidden target hosts, one per line; reloaded when it changes',
  }),
  ALLOW_PRIVATE_TARGETS: z.enum(['on', 'off']).default('off').meta({
    description: '`on`: targets on a private network are allowed, such as `http://wiki` or `192.168.1.20`',
  }),
  REPORTS_BEFORE_WARNING: z.coerce.number().int().min(1).max(1000).default(3).meta({
    description: 'number of visitors who must report a code in one day before a warning is shown',
  }),
  PDF_FILE_NAME: z.enum(PDF_FILE_NAME_RULES).default('cleaned').meta({
    description:
      'ASCII file name of a PDF: `cleaned` from the original, or `fixed`, the product name, unless the original is ASCII already',
  }),
  DOMAIN_ADDRESS: z.ipv4({ error: 'must be an IPv4 address' }).optional().meta({
    unset: 'none',
    description: 'IPv4 address that custom domains must point to; unset: custom domains are disabled',
  }),
  DNS_SERVERS: listOf(z.string()).meta({
    unset: 'of the system',
    description: 'comma-separated DNS servers for checking custom domains: `address` or `address:port`',
  }),
})

const SellingSettings = z.object({
  BILLING: z.enum(['on', 'off']).default('on').meta({ description: '`off`: no payments, plans or quotas' }),
  SELLER_NAME: z
    .string()
    .max(200)
    .optional()
    .meta({ unset: '`APP_NAME`', description: 'name of the seller on invoices' }),
  SELLER_ADDRESS: z.string().max(300).default('').meta({ description: 'address of the seller on invoices' }),
  SELLER_TAX_CODE: z.string().max(40).default('').meta({ description: 'tax code of the seller on invoices' }),
  VAT_RATE: z.coerce.number().int().min(0).max(100).default(10).meta({
    description: 'VAT included in the prices, in whole percent; applies to new invoices',
  }),
  SELLER_EMAIL: z
    .string()
    .max(200)
    .default('')
    .meta({ description: 'email address of the seller on invoices' }),
  BANK_BIN: z
    .enum(
      BANK_LIST.map(({ bin }) => bin),
      { error: 'is no bank that VietQR knows' },
    )
    .optional()
    .meta({
      unset: 'none',
      description: 'six-digit BIN of the bank that receives transfers; unset: no bank transfers',
    }),
  BANK_ACCOUNT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9]{1,19}$/, { error: 'must be 1 to 19 letters and digits' })
    .optional()
    .meta({ unset: 'none', description: 'account number at that bank' }),
  BANK_ACCOUNT_NAME: z.string().max(100).optional().meta({ unset: 'none', description: 'account holder' }),
  BANK_BRANCH: z.string().max(100).default('').meta({ description: 'branch, shown beside the account' }),
})

const AssistantSettings = z.object({
  OPENAI_API_KEY: z.string().max(500).optional().meta({
    unset: 'none',
    isSecret: true,
    description:
      'API key of the language model in the chat; unset: the embedded assistant answers from the help pages',
  }),
  OPENAI_MODEL: z.string().max(200).optional().meta({ unset: 'none', description: 'name of the model' }),
  OPENAI_BASE_URL: httpUrl
    .default('https://api.openai.com/v1')
    .meta({ description: 'URL of an OpenAI-compatible API' }),
  OPENAI_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(28)
    .default(25)
    .meta({ description: 'timeout of a complete answer in seconds' }),
})

const BrandSettings = z.object({
  APP_NAME: z
    .string()
    .min(1)
    .max(40)
    .default('Scanleaf')
    .meta({ description: 'product name shown to people' }),
  ACCENT_COLOR: accentColor.optional().meta({
    unset: 'green',
    description: 'accent colour of the application, as `#0c7d4b`: one that is readable in light and dark',
  }),
  PRIVACY_URL: httpUrl
    .optional()
    .meta({ unset: '`{APP_URL}/privacy`', description: 'link in the profile and on the sign-in page' }),
  TERMS_URL: httpUrl
    .optional()
    .meta({ unset: '`{APP_URL}/terms`', description: 'link in the profile and on the sign-in page' }),
  BUSINESS_CARD_URL: httpUrl
    .optional()
    .meta({ unset: 'none', description: 'URL of a sibling product for business cards; unset: not offered' }),
  EVENT_URL: httpUrl
    .optional()
    .meta({ unset: 'none', description: 'URL of a sibling product for events; unset: not offered' }),
  ASSET_URL: httpUrl
    .optional()
    .meta({ unset: 'none', description: 'URL of a sibling product for assets; unset: not offered' }),
  MENU_URL: httpUrl
    .optional()
    .meta({ unset: 'none', description: 'URL of a sibling product for menus; unset: not offered' }),
})

/** By their heading in docs/operate/settings.md. */
export const VARIABLE_GROUPS = {
  'Server and addresses': ServerSettings,
  'Database and file storage': StorageSettings,
  'Accounts and languages': AccountSettings,
  'Outgoing email': MailSettings,
  'Codes, scans and domains': CodeSettings,
  'Scans between machines': StreamSettings,
  'Seller and bank account': SellingSettings,
  'Payment gateways and bank feeds': PaymentSettings,
  Assistant: AssistantSettings,
  'Branding and links': BrandSettings,
}

/**
 * All settings of the server, read from the environment once (docs/operate/settings.md lists them). An empty variable counts
 * as absent.
 */
export const EnvironmentVariables = z.object({
  ...ServerSettings.shape,
  ...StorageSettings.shape,
  ...AccountSettings.shape,
  ...MailSettings.shape,
  ...CodeSettings.shape,
  ...StreamSettings.shape,
  ...SellingSettings.shape,
  ...PaymentSettings.shape,
  ...AssistantSettings.shape,
  ...BrandSettings.shape,
})
export type EnvironmentVariables = z.output<typeof EnvironmentVariables>

/** Settings that may come from a file instead, by `{NAME}_FILE` (secret-files.ts). */
export const SECRET_NAMES: readonly string[] = Object.entries(EnvironmentVariables.shape)
  .filter(([, schema]) => schema.meta()?.['isSecret'] === true)
  .map(([name]) => name)
