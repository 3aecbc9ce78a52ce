import { resolve } from 'node:path'
import { z } from 'zod'

/** A setting that stops the start: the message names the setting and the way out. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const Port = z.coerce.number().int().min(0).max(65_535)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => url.replace(/\/+$/, ''))

/**
 * All settings of the server, read from the environment once (docs/operate.md lists them). An empty variable counts
 * as absent.
 */
const Settings = z.object({
  ROLE: z.enum(['all', 'web', 'redirect', 'worker']).default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: Port.default(3000),
  PUBLIC_PORT: Port.default(3001),
  APP_URL: httpUrl.optional(),
  CODE_HOST: httpUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SETUP_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).max(256).optional(),
  IDENTITY_URL: httpUrl.optional(),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(z.array(httpUrl)),
  LANGUAGE_DETECTION: z.enum(['browser', 'geo']).default('browser'),
  SCAN_DURABILITY: z.enum(['batch', 'sync']).default('batch'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean),
    ),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  APP_NAME: z.string().min(1).max(40).default('Scanleaf'),
  PRIVACY_URL: httpUrl.optional(),
  TERMS_URL: httpUrl.optional(),
  BUSINESS_CARD_URL: httpUrl.optional(),
  EVENT_URL: httpUrl.optional(),
  ASSET_URL: httpUrl.optional(),
  MENU_URL: httpUrl.optional(),
})

export interface Config {
  role: 'all' | 'web' | 'redirect' | 'worker'
  host: string
  port: number
  publicPort: number
  appUrl: string
  codeHost: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  setupToken: string | null
  identityUrl: string | null
  allowedOrigins: string[]
  languageDetection: 'browser' | 'geo'
  scanDurability: 'batch' | 'sync'
  trustedProxies: string[]
  logLevel: string
  appName: string
  links: { privacy: string; terms: string; businessCard: string; event: string; asset: string; menu: string }
}

/** @throws ConfigError naming every wrong setting */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Settings.safeParse(given)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`Wrong setting: ${wrong.join('; ')}. Correct it in the environment or in .env.`)
  }
  const settings = parsed.data
  const appUrl = settings.APP_URL ?? `http://localhost:${settings.PORT}`
  return {
    role: settings.ROLE,
    host: settings.HOST,
    port: settings.PORT,
    publicPort: settings.PUBLIC_PORT,
    appUrl,
    codeHost: settings.CODE_HOST ?? `http://localhost:${settings.PUBLIC_PORT}`,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    setupToken: settings.SETUP_TOKEN ?? null,
    identityUrl: settings.IDENTITY_URL ?? null,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    languageDetection: settings.LANGUAGE_DETECTION,
    scanDurability: settings.SCAN_DURABILITY,
    trustedProxies: settings.TRUSTED_PROXIES,
    logLevel: settings.LOG_LEVEL,
    appName: settings.APP_NAME,
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
