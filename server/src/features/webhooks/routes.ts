import {
  CreatedWebhook,
  CreateWebhook,
  DeliveriesQuery,
  Delivery,
  DeliveryOutcome,
  resultOf,
  UpdateWebhook,
  Webhook,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import { acting } from '../../platform/http/acting'
import { createRateLimits } from '../../platform/http/rate-limit'
import { addressProblem, callOutside, type OutsideCalls } from '../../platform/outside-call'
import { bodyOf, presentDelivery, presentWebhook } from './present'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  sendAgain,
  updateWebhook,
} from './repository'
import { newSecret, newToken, secretForLibraries, signedHeaders } from './signature'

export interface WebhookOptions {
  database: Database
  clock: Clock
  /** Null where nothing is called outside. */
  calls: OutsideCalls | null
}

const TESTS = { limit: 5, windowMs: 60_000 }
const tags = ['webhooks']
const access = 'webhooks:write'
const OneId = z.object({ id: z.uuid() })
const OneDelivery = OneId.extend({ eventId: z.string().max(60) })
const Done = resultOf(z.object({ done: z.literal(true) }))

/** Webhooks of a workspace, and what was sent to them. */
export const webhookCalls: FastifyPluginAsyncZod<WebhookOptions> = async (
  app,
  { database, clock, calls },
) => {
  const { db } = database
  const limits = createRateLimits(database, clock)
  const outside = (): OutsideCalls => {
    if (calls === null) throw new AppError('OutsideCallsOff')
    return calls
  }
  const one = async (ownerId: string, id: string) => {
    const row = await findWebhook(db, ownerId, id)
    if (row === null) throw new AppError('NotFound')
    return row
  }

  app.get(
    '/webhooks',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.list',
        tags,
        summary: 'Webhooks of the workspace, at most 10, the oldest first; never a secret',
        response: { 200: resultOf(z.array(Webhook)) },
      },
    },
    async (request) => ({
      result: (await listWebhooks(db, acting(request).ownerId)).map(presentWebhook),
    }),
  )

  app.post(
    '/webhooks',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.create',
        tags,
        summary: 'Have events sent to an address; `secret` and `token` are shown this once',
        body: CreateWebhook,
        response: { 201: resultOf(CreatedWebhook) },
      },
    },
    async (request, reply) => {
      const { url, events, withToken } = request.body
      const problem = addressProblem(outside(), url)
      if (problem) throw new AppError('ValidationError', { url: problem })
      const { ownerId, by } = acting(request)
      const secret = newSecret()
      const token = withToken ? newToken() : null
      const row = { userId: ownerId, url: new URL(url).href, events, secret, token, createdBy: by }
      const made = await database.transaction((tx) => insertWebhook(tx, row))
      if (made === 'exists') throw new AppError('WebhookExists')
      if (made === 'too-many') throw new AppError('TooManyWebhooks')
      const secrets = { secret: secretForLibraries(secret), secretText: secret, token }
      return reply.code(201).send({ result: { ...presentWebhook(made), ...secrets } })
    },
  )

  app.patch(
    '/webhooks/:id',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.update',
        tags,
        summary: 'Change which events are sent, or switch it on or off',
        params: OneId,
        body: UpdateWebhook,
        response: { 200: Done },
      },
    },
    async (request) => {
      if (!(await updateWebhook(db, acting(request).ownerId, request.params.id, request.body)))
        throw new AppError('NotFound')
      return { result: { done: true as const } }
    },
  )

  app.delete(
    '/webhooks/:id',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.delete',
        tags,
        summary: 'Delete a webhook and what was sent to it',
        params: OneId,
        response: { 200: Done },
      },
    },
    async (request) => {
      if (!(await deleteWebhook(db, acting(request).ownerId, request.params.id)))
        throw new AppError('NotFound')
      return { result: { done: true as const } }
    },
  )

  app.post(
    '/webhooks/:id/test',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.test',
        tags,
        summary: 'Send an event of type `test` now; changes nothing, and is not repeated',
        params: OneId,
        response: { 200: resultOf(DeliveryOutcome) },
      },
    },
    async (request) => {
      const webhook = await one(acting(request).ownerId, request.params.id)
      const waitMs = await limits.use('webhook-test', webhook.id, TESTS)
      if (waitMs > 0) throw new AppError('TooManyRequests', undefined, waitMs / 1000)
      const at = clock.now()
      const message = { id: `test_${request.id}`, seconds: Math.floor(at.getTime() / 1000) }
      const body = bodyOf({ type: 'test', at: at.toISOString(), data: {} })
      const headers = signedHeaders({ ...message, body }, webhook)
      return { result: await callOutside(outside(), { url: webhook.url, headers, body }) }
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
        params: OneId,
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
      return {
        result: rows.map(presentDelivery),
        meta: { nextCursor: rows.at(-1)?.event.id ?? null },
      }
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
      return { result: { done: true as const } }
    },
  )
}
