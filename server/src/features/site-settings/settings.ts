import { createHash } from 'node:crypto'
import {
  type SetSiteMail,
  SITE_SETTINGS,
  type SiteMail,
  type SiteSettingName,
  type SiteSettings,
} from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { LiveSettings } from '../../platform/config/live-settings'
import type { MailConfig } from '../../platform/config/mail-config'
import type { Database } from '../../platform/db/database'
import { logoPath } from '../../platform/pages/html'
import {
  loadSiteSettings,
  readSiteSettings,
  type StoredSettings,
  storeSiteSettings,
} from '../../platform/site-settings'
import { type Operator, recordSettings } from '../account'

export interface SiteSettingParts {
  database: Database
  clock: Clock
  /** Of this process: it changes with the settings. */
  config: Config
}

const NAMES = Object.keys(SITE_SETTINGS) as SiteSettingName[]

/** The settings as they are now, without the password of the mail server. */
export function presentSettings(config: Config): SiteSettings {
  const { given } = config
  const about = (name: SiteSettingName) => ({
    fixedBy: given.fixedBy[name] ?? null,
    isDefault: config[name] === given.values[name],
  })
  return {
    appName: { value: config.appName, ...about('appName') },
    accent: { value: config.accent, ...about('accent') },
    logo: { value: logoPath(config.logo) || null, ...about('logo') },
    registration: { value: config.registration, ...about('registration') },
    mail: { value: config.mail && presentMail(config.mail), ...about('mail') },
    supportContact: { value: config.supportContact ?? '', ...about('supportContact') },
  }
}

const presentMail = ({ host, port, security, login, from }: MailConfig): SiteMail => ({
  ...{ host, port, security, user: login?.user ?? '', hasPassword: login !== null },
  ...{ fromName: from.name, fromAddress: from.address },
})

/** As the history shows it. */
const WRITTEN: { [Name in SiteSettingName]: (settings: LiveSettings) => string } = {
  appName: ({ appName }) => appName,
  accent: ({ accent }) => accent ?? '',
  logo: ({ logo }) => logo?.version ?? '',
  registration: ({ registration }) => registration,
  mail: ({ mail }) => (mail ? `${mail.from.address} ${mail.host}:${mail.port}` : ''),
  supportContact: ({ supportContact }) => supportContact ?? '',
}

/**
 * Changes settings, notifies every process and records who did it; null restores the default.
 * @throws AppError ValidationError for one that the environment fixes
 */
export async function changeSettings(
  { database, clock, config }: SiteSettingParts,
  operator: Operator,
  changes: StoredSettings,
): Promise<SiteSettings> {
  const names = NAMES.filter((name) => changes[name] !== undefined)
  refuseFixed(config, names)
  const before = { ...config }
  await database.transaction(async (tx) => {
    await storeSiteSettings(tx, changes)
    const after = await readSiteSettings(tx, config)
    const done = names.map((name) => ({
      ...{ action: 'site-setting' as const, resource: name },
      ...{ from: WRITTEN[name](before), to: WRITTEN[name](after) },
    }))
    await recordSettings(tx, operator, clock.now(), done)
  })
  // Other processes are notified; this one uses the new values immediately.
  await loadSiteSettings(database.db, config)
  return presentSettings(config)
}

function refuseFixed({ given }: Config, names: readonly SiteSettingName[]): void {
  const fixed = names.filter((name) => given.fixedBy[name] !== undefined)
  if (fixed.length === 0) return
  throw new AppError(
    'ValidationError',
    Object.fromEntries(fixed.map((name) => [name, 'set-by-server' as const])),
    undefined,
    { details: Object.fromEntries(fixed.map((name) => [name, { variable: given.fixedBy[name] ?? '' }])) },
  )
}

/**
 * A mail server to store. The stored password is never sent to another server: whoever has stolen the
 * session of an administrator would read it there.
 * @throws AppError ValidationError when it has to be typed again
 */
export function mailOf(
  { mail: before }: Config,
  { host, port, security, user, password, fromName, fromAddress }: SetSiteMail,
): NonNullable<StoredSettings['mail']> {
  const from = { name: fromName, address: fromAddress }
  if (user === '') return { host, port, security, login: null, from }
  if (password !== undefined && password !== '')
    return { host, port, security, login: { user, password }, from }
  const isSame =
    before?.login?.user === user &&
    before.host === host &&
    before.port === port &&
    (before.security === security || security === 'tls')
  if (!isSame || !before?.login) throw new AppError('ValidationError', { password: 'password-again' })
  return { host, port, security, login: before.login, from }
}

/** @param image as it was encoded again */
export const logoOf = ({ type, bytes }: { type: 'image/png' | 'image/jpeg'; bytes: Uint8Array }) => ({
  type,
  base64: Buffer.from(bytes).toString('base64'),
  version: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
})
