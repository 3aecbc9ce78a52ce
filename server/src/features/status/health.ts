import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'

const Ok = z.object({ status: z.literal('ok') })

/**
 * `/healthz` says that the process lives, `/readyz` that it can do its work now: it fails from the moment a stop
 * begins, so that a balancer turns away before connections end.
 */
export const health: FastifyPluginAsyncZod<{ database: Database; isStopping: () => boolean }> = async (
  app,
  { database, isStopping },
) => {
  app.get(
    '/healthz',
    { config: { access: 'public', isProbe: true }, schema: { tags: ['status'], response: { 200: Ok } } },
    async () => ({
      status: 'ok' as const,
    }),
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
