import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'
import { VERSION } from '../../platform/processes'

const Ok = z.object({ status: z.literal('ok') })
const Alive = Ok.extend({ version: z.string() })

/**
 * `/healthz` says that the process lives, and in which version, `/readyz` that it can do its work now: it fails from the moment a stop
 * begins, so that a balancer turns away before connections end.
 */
export const health: FastifyPluginAsyncZod<{ database: Database; isStopping: () => boolean }> = async (
  app,
  { database, isStopping },
) => {
  app.get(
    '/healthz',
    { config: { access: 'public', isProbe: true }, schema: { tags: ['status'], response: { 200: Alive } } },
    async () => ({ status: 'ok' as const, version: VERSION }),
  )
  app.get(
    '/readyz',
    { config: { access: 'public', isProbe: true }, schema: { tags: ['status'], response: { 200: Ok } } },
    async () => {
      if (isStopping()) throw new AppError('ServiceUnavailable')
      await database.ping().catch((cause) => {
        throw new AppError('ServiceUnavailable', undefined, undefined, { cause })
      })
      return { status: 'ok' as const }
    },
  )
}
