import type { FastifyPluginAsync } from 'fastify'
import { certificateRoutes } from './certificates'
import type { CustomDomainsContext } from './custom-domains'
import { settingsRoutes } from './routes'

export { certificateJobs } from './certificate-checks'
export { countBadCertificates, findBadCertificates } from './certificate-repository'
export { type CustomDomainsContext, verifyDomains } from './custom-domains'
export { domainReader, placeReader, type ReadDomain, type Records, textsWith } from './dns-records'
export { domainJobs } from './domain-checks'
export { exportDomains } from './export-domains'
export { ownershipTextOf } from './ownership'
export { placeOf } from './place'
export { certificateReader } from './presented-certificate'
export { findDomains, findMissing, releaseDomains } from './repository'

/** Domains that account holders bring (billing-spec §2.4). */
export const customDomainCalls: FastifyPluginAsync<CustomDomainsContext> = async (app, context) => {
  await app.register(settingsRoutes, { prefix: '/gateway/api/qrcode', ...context })
  await app.register(certificateRoutes, { database: context.database, config: context.config })
}
