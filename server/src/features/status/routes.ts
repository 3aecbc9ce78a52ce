import { InstallationStatus, RequestedJob, resultOf, SetUp, Text } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { currentUser } from '../../platform/http/session'
import { requestRun } from '../../platform/jobs'
import { operatorRoute, requireAdmin } from '../account'
import { readSetUp } from './set-up'
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

  app.get(
    '/set-up',
    { config: { access: 'operator' }, schema: { tags, response: { 200: resultOf(SetUp) } } },
    async (request) => ({
      result: await readSetUp(dependencies.database.db, dependencies.config, currentUser(request).id),
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
