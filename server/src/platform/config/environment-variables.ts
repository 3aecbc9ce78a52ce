import { BANKS, PDF_FILE_NAME_RULES } from '@scanleaf/shared'
import { z } from 'zod'
import { MailSettings } from './mail-config'
import { PaymentSettings } from './payment-config'
import { httpUrl, listOf, Port, securityContact } from './variable-types'

/*
 * What `.meta` says is printed in docs/operate/settings.md by `npm run settings`: `description`, and `unset` for what holds
 * when the setting is absent and has no default that can be shown.
 */

const ServerSettings = z.object({
  ROLE: z.enum(['all', 'web', 'redirect', 'worker']).default('all').meta({
    description:
      '`web`, `redirect` or `worker` runs one part alone, beside others on one PostgreSQL (`DATABASE_URL`)',
  }),
  HOST: z.string().default('127.0.0.1').meta({ description: 'the address that both ports listen on' }),
  PORT: Port.default(3000).meta({ description: 'port of the application' }),
  APP_URL: httpUrl.optional().meta({
    unset: '`http://localhost:{PORT}`',
    description: 'address of the application as people see it',
  }),
  PUBLIC_PORT: Port.default(3001).meta({ description: 'port of the codes and of the pages of PDF codes' }),
  CODE_HOST: httpUrl.optional().meta({
    unset: '`http://localhost:{PUBLIC_PORT}`',
    description: 'the address printed in codes; a path is allowed',
  }),
  PDF_HOST: httpUrl.optional().meta({
    unset: '`/p` at the host of `CODE_HOST`',
    description: 'the pages of PDF codes: another path, or a host of their own',
  }),
  TRUSTED_PROXIES: listOf(z.string()).meta({
    unset: 'none',
    description: 'addresses or ranges, by commas, whose `X-Forwarded-For` is believed',
  }),
  HSTS_MAX_AGE: z.coerce.number().int().min(0).max(63_072_000).default(31_536_000).meta({
    description:
      'seconds for which browsers keep to HTTPS on our hosts whose address begins with `https`; `0` ends it',
  }),
  SECURITY_CONTACT: listOf(securityContact).meta({
    unset: 'none',
    description:
      'who is told of security problems, by `/.well-known/security.txt`: e-mail addresses or `https` addresses, by commas',
  }),
  ALLOWED_ORIGINS: listOf(httpUrl).meta({
    unset: 'none',
    description:
      'other origins, by commas, whose pages may call this server, and to which sign-in may return',
  }),
  METRICS_PORT: Port.optional().meta({
    unset: 'off',
    description: 'port of `/metrics` for Prometheus, on the loopback interface alone',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional().meta({
    unset: 'off',
    description: 'an OpenTelemetry collector that traces are sent to, such as `http://127.0.0.1:4318`',
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .max(100)
    .default('scanleaf')
    .meta({ description: 'name of the server in traces' }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`' }),
})

const StorageSettings = z.object({
  DATA_DIR: z
    .string()
    .default('./data')
    .meta({ description: 'folder of the embedded database, the files and the journal of scans' }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .meta({ unset: 'embedded', description: '`postgres://user:password@host/database`' }),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .meta({
      unset: 'none',
      description: 'a PostgreSQL that follows `DATABASE_URL`, for charts and exports of scans',
    }),
  S3_BUCKET: z
    .string()
    .optional()
    .meta({ unset: 'files on the disk', description: 'a bucket for uploaded files, with its two keys' }),
  S3_ACCESS_KEY: z.string().optional().meta({ unset: 'none', description: 'key of the bucket' }),
  S3_SECRET_KEY: z.string().optional().meta({ unset: 'none', description: 'secret key of the bucket' }),
  S3_ENDPOINT: httpUrl
    .optional()
    .meta({ unset: 'Amazon’s', description: 'another server that speaks the protocol of S3' }),
  S3_REGION: z.string().default('us-east-1').meta({ description: 'region of the bucket' }),
})

const AccountSettings = z.object({
  SETUP_TOKEN: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .max(256)
    .optional()
    .meta({ unset: 'random, printed', description: 'makes the first administrator' }),
  ADMIN_SECOND_FACTOR: z.enum(['off', 'required']).default('off').meta({
    description:
      '`required`: an administrator has the rights of a member until they sign in with a passkey or an authenticator app',
  }),
  IDENTITY_URL: httpUrl
    .optional()
    .meta({ unset: 'embedded', description: 'an outside account service with the same calls' }),
  LANGUAGE_DETECTION: z
    .enum(['browser', 'geo'])
    .default('browser')
    .meta({ description: 'what decides a first visit’s language; `geo`: the country alone' }),
})

const CodeSettings = z.object({
  SCAN_DURABILITY: z
    .enum(['batch', 'sync'])
    .default('batch')
    .meta({ description: '`sync`: a scan is answered only after the disk has it for good' }),
  SCANS_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional().meta({
    unset: 'for ever',
    description: 'days that the log of single scans is kept, in whole months; counts stay',
  }),
  TARGET_DENY_LIST: z.string().optional().meta({
    unset: 'none',
    description: 'file of hosts that no code may lead to, one a line; read again when it changes',
  }),
  ALLOW_PRIVATE_TARGETS: z.enum(['on', 'off']).default('off').meta({
    description:
      '`on`: codes may lead to hosts that only exist inside a network, such as `http://wiki` or `192.168.1.20`',
  }),
  REPORTS_BEFORE_WARNING: z.coerce.number().int().min(1).max(1000).default(3).meta({
    description: 'number of visitors who must report a code in one day before a warning is shown',
  }),
  PDF_FILE_NAME: z.enum(PDF_FILE_NAME_RULES).default('cleaned').meta({
    description: 'plain name of a PDF: `cleaned`, or `fixed` (the product’s, unless it is plain already)',
  }),
  DOMAIN_ADDRESS: z.ipv4({ error: 'must be an IPv4 address' }).optional().meta({
    unset: 'none',
    description: 'IPv4 that customers’ own domains point to; without it they bring none',
  }),
  DNS_SERVERS: listOf(z.string()).meta({
    unset: 'those of the machine',
    description: 'asked for the records of such domains: `address` or `address:port`, by commas',
  }),
})

const SellingSettings = z.object({
  BILLING: z.enum(['on', 'off']).default('on').meta({ description: '`off`: no payment area and no quotas' }),
  SELLER_NAME: z
    .string()
    .max(200)
    .optional()
    .meta({ unset: '`APP_NAME`', description: 'who sells, on invoices' }),
  SELLER_ADDRESS: z.string().max(300).default('').meta({ description: 'address of the seller' }),
  SELLER_TAX_CODE: z.string().max(40).default('').meta({ description: 'tax code of the seller' }),
  VAT_RATE: z.coerce.number().int().min(0).max(100).default(10).meta({
    description: 'whole percent of VAT in the prices, on invoices issued from now on',
  }),
  SELLER_EMAIL: z.string().max(200).default('').meta({ description: 'e-mail address of the seller' }),
  BANK_BIN: z.enum(Object.keys(BANKS), { error: 'is no bank that VietQR knows' }).optional().meta({
    unset: 'none',
    description: 'six digits of the bank that transfers go to; without an account none are offered',
  }),
  BANK_ACCOUNT_NUMBER: z
    .string()
    .regex(/^[A-Za-z0-9]{1,19}$/, { error: 'must be 1 to 19 letters and digits' })
    .optional()
    .meta({ unset: 'none', description: 'the account there' }),
  BANK_ACCOUNT_NAME: z.string().max(100).optional().meta({ unset: 'none', description: 'its holder' }),
  BANK_BRANCH: z.string().max(100).default('').meta({ description: 'its branch, beside it on screen' }),
})

const AssistantSettings = z.object({
  OPENAI_API_KEY: z.string().max(500).optional().meta({
    unset: 'none',
    description:
      'key of a language model that answers in the chat; without it the embedded assistant answers from the help pages',
  }),
  OPENAI_MODEL: z.string().max(200).optional().meta({ unset: 'none', description: 'name of the model' }),
  OPENAI_BASE_URL: httpUrl
    .default('https://api.openai.com/v1')
    .meta({ description: 'another server with the calls of OpenAI' }),
  OPENAI_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(28)
    .default(25)
    .meta({ description: 'longest time of a whole answer' }),
})

const BrandSettings = z.object({
  APP_NAME: z.string().min(1).max(40).default('Scanleaf').meta({ description: 'your own name' }),
  PRIVACY_URL: httpUrl
    .optional()
    .meta({ unset: '`{APP_URL}/privacy`', description: 'link in the profile and at sign-in' }),
  TERMS_URL: httpUrl
    .optional()
    .meta({ unset: '`{APP_URL}/terms`', description: 'link in the profile and at sign-in' }),
  BUSINESS_CARD_URL: httpUrl
    .optional()
    .meta({ unset: 'none', description: 'sibling product for business cards; without it not offered' }),
  EVENT_URL: httpUrl.optional().meta({ unset: 'none', description: 'the same for events' }),
  ASSET_URL: httpUrl.optional().meta({ unset: 'none', description: 'the same for assets' }),
  MENU_URL: httpUrl.optional().meta({ unset: 'none', description: 'the same for menus' }),
})

/** By their heading in docs/operate/settings.md. */
export const VARIABLE_GROUPS = {
  'Server and addresses': ServerSettings,
  'Database and file storage': StorageSettings,
  'Accounts and languages': AccountSettings,
  'Outgoing email': MailSettings,
  'Codes, scans and domains': CodeSettings,
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
  ...SellingSettings.shape,
  ...PaymentSettings.shape,
  ...AssistantSettings.shape,
  ...BrandSettings.shape,
})
export type EnvironmentVariables = z.output<typeof EnvironmentVariables>
