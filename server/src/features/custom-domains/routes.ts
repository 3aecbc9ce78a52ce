import { ChangeSettings, DomainPlace, DomainPlaceRequest, DomainSettings, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { acting } from '../../platform/http/acting'
import { createRateLimits } from '../../platform/http/rate-limit'
import {
  type CustomDomainsContext,
  changeDomainSettings,
  domainSettingsOf,
  verifyDomains,
} from './custom-domains'
import { placeOf } from './place'

/** Each check asks servers of others. */
const CHECKS = { limit: 30, windowMs: 10 * 60_000 }
/** The screen looks a name up while it is typed. */
const LOOK_UPS = { limit: 120, windowMs: 10 * 60_000 }

/** Under /gateway/api/qrcode: the signed-in user's own domains. */
export const settingsRoutes: FastifyPluginAsyncZod<CustomDomainsContext> = async (app, context) => {
  const { database, clock } = context
  const limits = createRateLimits(database, clock)
  const tags = ['settings']

  app.get(
    '/settings',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'domains.get',
        summary: 'The custom domains',
        tags,
        response: { 200: resultOf(DomainSettings) },
      },
    },
    async (request) => ({
      result: await domainSettingsOf(context, database.db, acting(request).ownerId),
    }),
  )

  app.patch(
    '/settings',
    {
      config: { access: 'domain:write' },
      schema: { tags, body: ChangeSettings, response: { 200: resultOf(DomainSettings) } },
    },
    async (request) => ({
      result: await changeDomainSettings(context, acting(request), request.body),
    }),
  )

  app.get(
    '/settings/domain',
    {
      config: { access: 'domain:write' },
      schema: { tags, querystring: DomainPlaceRequest, response: { 200: resultOf(DomainPlace) } },
    },
    async (request) => {
      await limits.enforce('look-up-domain', acting(request).ownerId, LOOK_UPS)
      return { result: await placeOf(context, request.query.domain) }
    },
  )

  app.patch(
    '/settings/verify-domain',
    {
      config: { access: 'domain:write' },
      schema: { tags, body: ChangeSettings, response: { 200: resultOf(DomainSettings) } },
    },
    async (request) => {
      const { ownerId: id } = acting(request)
      await limits.enforce('verify-domain', id, CHECKS)
      return { result: await verifyDomains(context, id, request.body) }
    },
  )
}
