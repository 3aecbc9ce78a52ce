import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { loadTranslator } from '../../platform/i18n'
import { preferenceRoutes } from './routes'
import { unsubscribeRoutes } from './unsubscribe'

export { openComposer } from './compose'
export { exportNotifications } from './export-notifications'
export { erasePreferences } from './repository'
export { weeklyReportJob } from './weekly-report'

/** Email preferences, and unsubscribing. */
export const notifications: FastifyPluginAsync<{
  database: Database
  config: Pick<Config, 'appName' | 'languageDetection'>
}> = async (app, { database, config }) => {
  const translator = loadTranslator(['mail-settings'], config.languageDetection)
  await app.register(preferenceRoutes, { database })
  await app.register(unsubscribeRoutes, { database, translator, config })
}
