import { resultOf, UserCode, UserCodeChange } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { acting } from '../../platform/http/acting'
import { findChanges, presentChange } from './change-log'
import type { UserCodeContext } from './create'
import { type Addresses, presentUserCode } from './present'
import { revertChange } from './revert-change'

const ById = z.object({ id: z.uuid() })
const One = resultOf(UserCode)
const tags = ['user-codes']

/** What was changed at a code, and how to take it back. */
export const changeRoutes: FastifyPluginAsyncZod<UserCodeContext & Addresses> = async (app, options) => {
  const { database } = options

  app.get(
    '/user-codes/:id/changes',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'codes.listChanges',
        summary: 'Changes of a code, newest first',
        tags,
        params: ById,
        response: { 200: resultOf(z.array(UserCodeChange)) },
      },
    },
    async (request) => {
      const changes = await findChanges(database.db, acting(request).ownerId, request.params.id)
      if (!changes) throw new AppError('NotFound')
      return { result: changes.map(presentChange) }
    },
  )

  app.post(
    '/user-codes/:id/changes/:changeId/revert',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.revertChange',
        summary: 'Take back a change of a code',
        tags,
        params: ById.extend({
          changeId: z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        }),
        response: { 200: One },
      },
    },
    async (request) => {
      const { id, changeId } = request.params
      return {
        result: presentUserCode(await revertChange(options, acting(request), id, changeId), options),
      }
    },
  )
}
