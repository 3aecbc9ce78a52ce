import { isDeepStrictEqual } from 'node:util'
import {
  accentProblem,
  EmailAddress,
  REGISTRATION_MODES,
  SITE_SETTINGS,
  type SiteSettingName,
} from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Config } from '../config/config'
import type { LiveSettings } from '../config/live-settings'
import type { Database, Db } from '../db/database'
import { emit } from '../events'
import { siteSettings } from './table'

/** The channel that announces a change; without payload. */
const CHANGED = 'site_settings'

const LOGO_TYPES = ['image/png', 'image/jpeg'] as const
const StoredLogo = z.object({ type: z.enum(LOGO_TYPES), base64: z.string(), version: z.string() })

/** The form of each setting in the database; logo and mail server as `Config` has them, but for the bytes. */
const STORED = {
  appName: z.string().min(1).max(40),
  accent: z.string().refine((accent) => accentProblem(accent) === null),
  logo: StoredLogo.transform(({ type, base64, version }) => ({
    ...{ type, version, bytes: Buffer.from(base64, 'base64') },
  })),
  registration: z.enum(REGISTRATION_MODES),
  mail: z.object({
    host: z.string(),
    port: z.number().int(),
    security: z.enum(['tls', 'starttls', 'private']),
    login: z.object({ user: z.string(), password: z.string() }).nullable(),
    from: z.object({ name: z.string(), address: EmailAddress }),
  }),
  supportContact: z.string(),
} satisfies { [Name in SiteSettingName]: z.ZodType<LiveSettings[Name]> }

export type StoredSettings = {
  [Name in SiteSettingName]?: z.input<(typeof STORED)[Name]> | null | undefined
}

/** Stores settings and announces them to every process; null takes back what the environment says. */
export async function storeSiteSettings(tx: Db, changes: StoredSettings): Promise<void> {
  for (const name of Object.keys(SITE_SETTINGS) as SiteSettingName[]) {
    const value = changes[name]
    if (value === undefined) continue
    if (value === null) await tx.delete(siteSettings).where(sql`${siteSettings.name} = ${name}`)
    else
      await tx
        .insert(siteSettings)
        .values({ name, value })
        .onConflictDoUpdate({ target: siteSettings.name, set: { value, changedAt: sql`now()` } })
  }
  await tx.execute(sql`select pg_notify(${CHANGED}, '')`)
}

/**
 * The settings now: the environment wins, then what an administrator has set, then the default. One that this version
 * does not understand counts as not set.
 */
export async function readSiteSettings(db: Db, { given }: Pick<Config, 'given'>): Promise<LiveSettings> {
  const { values, fixedBy } = given
  const rows = await db.select().from(siteSettings)
  const stored = Object.fromEntries(
    rows
      .filter(({ name }) => Object.hasOwn(STORED, name) && fixedBy[name] === undefined)
      .flatMap(({ name, value }) => {
        const read = STORED[name].safeParse(value)
        return read.success ? [[name, read.data]] : []
      }),
  ) as Partial<LiveSettings>
  return { ...values, ...stored }
}

/** Reads the settings into the configuration of this process. */
export async function loadSiteSettings(db: Db, config: Config): Promise<void> {
  const next = await readSiteSettings(db, config)
  const names = Object.keys(SITE_SETTINGS) as SiteSettingName[]
  if (names.every((name) => isDeepStrictEqual(config[name], next[name]))) return
  // The seller is called as the product is, unless the host has named one.
  if (config.seller.name === config.appName) config.seller.name = next.appName
  Object.assign(config, next)
  emit('site-settings', {})
}

/** Keeps a configuration as the settings are, also while they are changed by other processes. */
export async function followSiteSettings(database: Database, config: Config): Promise<() => Promise<void>> {
  let reading = Promise.resolve()
  // Away, the database announces its return with an empty payload, and is read then.
  const read = () => {
    reading = reading.then(() => loadSiteSettings(database.db, config)).catch(() => {})
  }
  const unlisten = await database.listen(CHANGED, read)
  await loadSiteSettings(database.db, config)
  return async () => {
    await unlisten()
    await reading
  }
}
