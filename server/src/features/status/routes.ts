import { InstallationStatus, RequestedJob, resultOf, Text } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { requestRun } from '../../platform/jobs'
import { operatorRoute, requireAdmin } from '../account'
import { readStatus, type StatusDependencies } from './status'

/** Status of the whole installation: for administrators, since it names machines. */
export const statusRoutes: FastifyPluginAsyncZod<StatusDependencies> = async (app, dependencies) => {
  const tags = ['status']
  app.addHook('onRequest', requireAdmin)

  app.get(
    '/',
    { config: { access: 'operator' }, schema: { tags, response: { 200: resultOf(InstallationStatus) } } },
    async () => ({
      result: await readStatus(dependencies),
    }),
  )

  app.post(
    '/jobs/:name/run',
    {
      ...operatorRoute({ resource: null, action: 'update', on: 'installation', confirm: false }),
      schema: { tags, params: z.object({ name: Text }), response: { 200: resultOf(RequestedJob) } },
    },
    async ({ params: { name } }) => {
      if (!(await requestRun(dependencies.database.db, name))) throw new AppError('NotFound')
      return { result: { name } }
    },
  )
}
