import { domainOf } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'
import { isServed } from './repository'

/**
 * GET /domains/ask?domain=: whether the proxy in front may get a certificate for a name (the `ask` of Caddy's
 * on-demand TLS). Only for the machine itself: a stranger could cause a thousand certificates.
 */
export const certificateRoutes: FastifyPluginAsync<{ database: Database }> = async (app, { database }) => {
  app.get('/domains/ask', { schema: { hide: true } }, async (request, reply) => {
    const isLocal = ipaddr.process(request.socket.remoteAddress ?? '').range() === 'loopback'
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined) throw new AppError('NotFound')
    const { domain } = request.query as Record<string, unknown>
    const host = typeof domain === 'string' ? domainOf(domain) : null
    if (host === null || !(await isServed(database.db, host))) throw new AppError('NotFound')
    return reply.code(200).send()
  })
}
