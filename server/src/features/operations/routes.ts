import { PendingWork, PersonOverview, type Resource, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Config } from '../../platform/config/config'
import type { Database } from '../../platform/db/database'
import { requestLanguage } from '../../platform/http/error-handler'
import { findAddress, isPermittedTo, requirePermission } from '../account'
import { summariseBilling } from '../billing'
import { countCodes } from '../user-codes'
import { readPending } from './pending'

interface OperationsDependencies {
  database: Database
  clock: Clock
  config: Pick<Config, 'billing' | 'identityUrl'>
}

/** Under /gateway/api/admin/operations: what the screens of operators show of several features at once. */
export const operationRoutes: FastifyPluginAsyncZod<OperationsDependencies> = async (
  app,
  { database: { db }, clock, config },
) => {
  const tags = ['operations']
  /** An outside account service keeps its users to itself. */
  const here: Resource[] = [
    ...(config.billing ? (['billing'] as const) : []),
    ...(config.identityUrl === null ? (['users'] as const) : []),
    'code-reports',
  ]

  async function readableTo(request: FastifyRequest): Promise<Set<Resource>> {
    const readable = await Promise.all(here.map((resource) => isPermittedTo(request, resource, 'read')))
    return new Set(here.filter((_resource, place) => readable[place]))
  }

  app.get(
    '/pending',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'What waits for an operator', response: { 200: resultOf(PendingWork) } },
    },
    async (request) => ({ result: await readPending(db, await readableTo(request)) }),
  )

  if (config.identityUrl !== null) return
  app.get(
    '/users/:id',
    {
      config: { access: 'operator' },
      onRequest: requirePermission('users', 'read'),
      schema: {
        tags,
        summary: 'Plan, payments and codes of a user',
        params: z.object({ id: z.uuid() }),
        response: { 200: resultOf(PersonOverview) },
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await findAddress(db, id))) throw new AppError('NotFound')
      const seesMoney = (await readableTo(request)).has('billing')
      const [billing, codes] = await Promise.all([
        seesMoney ? summariseBilling(db, id, requestLanguage(request), clock.now()) : null,
        countCodes(db, id),
      ])
      return { result: { billing, codes } }
    },
  )
}
