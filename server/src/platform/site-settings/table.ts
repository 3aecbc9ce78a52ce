import { SITE_SETTINGS, type SiteSettingName } from '@scanleaf/shared'
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const NAMES = Object.keys(SITE_SETTINGS) as [SiteSettingName, ...SiteSettingName[]]

/** What an administrator has set; a setting without a row is that of the environment, or the default. */
export const siteSettings = pgTable('site_settings', {
  name: text({ enum: NAMES }).primaryKey(),
  value: jsonb().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
})
