import { domainOf } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import { AppError } from '../../platform/app-error'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { comesFromProxyItself } from '../../platform/http/client-address'
import { isServed } from './repository'

/**
 * GET /domains/ask?domain=: whether the proxy in front may get a certificate for a name (the `ask` of Caddy's
 * on-demand TLS). Only for a trusted proxy and this machine, and for nobody whose request a proxy forwards: a stranger
 * would learn which names are served.
 */
export const certificateRoutes: FastifyPluginAsync<{
  database: Database
  config: Pick<Config, 'trustedProxies'>
}> = async (app, { database, config }) => {
  const isAskedByProxy = comesFromProxyItself(config.trustedProxies)
  app.get(
    '/domains/ask',
    { config: { access: 'public', isProbe: true }, schema: { hide: true } },
    async (request, reply) => {
      if (!isAskedByProxy(request.raw)) throw new AppError('NotFound')
      const { domain } = request.query as Record<string, unknown>
      const host = typeof domain === 'string' ? domainOf(domain) : null
      if (host === null || !(await isServed(database.db, host))) throw new AppError('NotFound')
      return reply.code(200).send()
    },
  )
}
