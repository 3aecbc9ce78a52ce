import { DeliveriesQuery, Delivery, DeliveryOutcome, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import { acting } from '../../platform/http/acting'
import { createRateLimits } from '../../platform/http/rate-limit'
import { callOutside, type OutsideCalls } from '../../platform/outside-call'
import { DELIVERIES_SHOWN, listDeliveries, sendAgain, sendFailedAgain } from './delivery-repository'
import { bodyOf, presentDelivery } from './present'
import { findWebhook } from './repository'
import { signedHeaders } from './signature'

export interface WebhookOptions {
  database: Database
  clock: Clock
  /** Null where nothing is called outside. */
  calls: OutsideCalls | null
}

const TESTS = { limit: 5, windowMs: 60_000 }
const tags = ['webhooks']
const access = 'webhooks:write'
export const OneWebhook = z.object({ id: z.uuid() })
const OneDelivery = OneWebhook.extend({ eventId: z.string().max(60) })
export const Done = resultOf(z.object({ done: z.literal(true) }))
export const done = { result: { done: true as const } }

/** @throws AppError OutsideCallsOff */
export function outside({ calls }: WebhookOptions): OutsideCalls {
  if (calls === null) throw new AppError('OutsideCallsOff')
  return calls
}

/** What was sent to a webhook, tests of it, and what is sent again. */
export const deliveryCalls: FastifyPluginAsyncZod<WebhookOptions> = async (app, options) => {
  const { database, clock } = options
  const { db } = database
  const limits = createRateLimits(database, clock)
  const one = async (ownerId: string, id: string) => {
    const row = await findWebhook(db, ownerId, id)
    if (row === null) throw new AppError('NotFound')
    return row
  }

  app.post(
    '/webhooks/:id/test',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.test',
        tags,
        summary: 'Send an event of type `test` now; changes nothing, and is not repeated',
        params: OneWebhook,
        response: { 200: resultOf(DeliveryOutcome) },
      },
    },
    async (request) => {
      const webhook = await one(acting(request).ownerId, request.params.id)
      await limits.enforce('webhook-test', webhook.id, TESTS)
      const at = clock.now()
      const message = { id: `test_${request.id}`, seconds: Math.floor(at.getTime() / 1000) }
      const body = bodyOf({ type: 'test', at: at.toISOString(), data: {} })
      const headers = signedHeaders({ ...message, body }, webhook)
      return { result: await callOutside(outside(options), { url: webhook.url, headers, body }) }
    },
  )

  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.listDeliveries',
        tags,
        summary: 'What was sent in the last 30 days, the newest first',
        params: OneWebhook,
        querystring: DeliveriesQuery,
        response: {
          200: z.object({
            result: z.array(Delivery),
            meta: z.object({ nextCursor: z.string().nullable() }),
          }),
        },
      },
    },
    async (request) => {
      const { id } = await one(acting(request).ownerId, request.params.id)
      const rows = await listDeliveries(db, id, request.query)
      const shown = rows.slice(0, DELIVERIES_SHOWN)
      const nextCursor = rows.length > DELIVERIES_SHOWN ? (shown.at(-1)?.event.id ?? null) : null
      return { result: shown.map(presentDelivery), meta: { nextCursor } }
    },
  )

  app.post(
    '/webhooks/:id/deliveries/:eventId/again',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.sendAgain',
        tags,
        summary: 'Send an event again, under the same `webhook-id`',
        params: OneDelivery,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { id } = await one(acting(request).ownerId, request.params.id)
      if (!(await sendAgain(db, id, request.params.eventId))) throw new AppError('NotFound')
      return done
    },
  )

  app.post(
    '/webhooks/:id/deliveries/again',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.sendFailedAgain',
        tags,
        summary: 'Send all events again whose delivery has failed, each under its own `webhook-id`',
        params: OneWebhook,
        response: { 200: resultOf(z.object({ events: z.number().int() })) },
      },
    },
    async (request) => {
      const { id } = await one(acting(request).ownerId, request.params.id)
      return { result: { events: await sendFailedAgain(db, id) } }
    },
  )
}
