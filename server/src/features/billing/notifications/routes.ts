import { BillingNotification, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { acting } from '../../../platform/http/acting'
import { dismissNotification, listNotifications, type NotificationRow } from './repository'

const tags = ['billing']

const present = ({ id, kind, values, createdAt }: NotificationRow): BillingNotification => ({
  id,
  kind,
  values,
  createdAt: createdAt.toISOString(),
})

/** Notifications of the account holder about the plan. */
export const notificationRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  { database, clock },
) => {
  app.get(
    '/notices',
    {
      config: { access: 'billing:read' },
      schema: { tags, response: { 200: resultOf(z.array(BillingNotification)) } },
    },
    async (request) => ({
      result: (await listNotifications(database.db, acting(request).ownerId)).map(present),
    }),
  )

  app.post(
    '/notices/:id/close',
    {
      config: { access: 'billing:write' },
      schema: {
        tags,
        params: z.object({ id: z.uuid() }),
        response: { 200: resultOf(z.object({ id: z.string() })) },
      },
    },
    async (request) => {
      const { id } = request.params
      if (!(await dismissNotification(database.db, acting(request).ownerId, id, clock.now())))
        throw new AppError('NotFound')
      return { result: { id } }
    },
  )
}
