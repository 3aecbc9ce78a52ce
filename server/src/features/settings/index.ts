import type { FastifyPluginAsync } from 'fastify'
import { certificateRoutes } from './certificates'
import { settingsRoutes } from './routes'
import type { SettingsContext } from './settings'

export { domainJobs } from './checks'
export { domainReader, placeReader } from './dns'
export { findMissing } from './repository'

/** Domains that account holders bring (billing-spec §2.4). */
export const settings: FastifyPluginAsync<SettingsContext> = async (app, context) => {
  await app.register(settingsRoutes, { prefix: '/gateway/api/qrcode', ...context })
  await app.register(certificateRoutes, { database: context.database })
}
