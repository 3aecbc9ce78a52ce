import {
  CreatedWebhook,
  CreateWebhook,
  ReplacedSecret,
  resultOf,
  SamplesQuery,
  UpdateWebhook,
  WEBHOOK_EVENTS,
  Webhook,
  WebhookMessage,
  WebhookSecrets,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { recordAct } from '../../platform/history'
import { acting, requireConfirmedPerson } from '../../platform/http/acting'
import { addressProblem } from '../../platform/outside-call'
import { Done, deliveryCalls, done, OneWebhook, outside, type WebhookOptions } from './delivery-routes'
import { presentWebhook } from './present'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  replaceSecret,
  updateWebhook,
} from './repository'
import { sampleOf } from './samples'
import { newSecret, newToken, secretsOf } from './signature'

const tags = ['webhooks']
const access = 'webhooks:write'
/** Whoever has the secret can forge events, so no key gets one that a person made. */
const secretCall = {
  config: { access: 'integrations:write' },
  onRequest: async (request: FastifyRequest) => requireConfirmedPerson(request),
} as const

/** Webhooks of a workspace, and what was sent to them. */
export const webhookCalls: FastifyPluginAsyncZod<WebhookOptions> = async (app, options) => {
  const { database } = options
  const { db } = database
  await app.register(deliveryCalls, options)

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
      const problem = addressProblem(outside(options), url)
      if (problem) throw new AppError('ValidationError', { url: problem })
      const caller = acting(request)
      const secret = newSecret()
      const token = withToken ? newToken() : null
      const row = {
        userId: caller.ownerId,
        url: new URL(url).href,
        events,
        secret,
        token,
        createdBy: caller.by,
      }
      const made = await database.transaction(async (tx) => {
        const inserted = await insertWebhook(tx, row)
        if (typeof inserted !== 'string')
          await recordAct(tx, caller, { action: 'webhook-created', subject: new URL(url).host })
        return inserted
      })
      if (made === 'exists') throw new AppError('WebhookExists')
      if (made === 'too-many') throw new AppError('TooManyWebhooks')
      return reply.code(201).send({ result: { ...presentWebhook(made), ...secretsOf(secret), token } })
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
        params: OneWebhook,
        body: UpdateWebhook,
        response: { 200: Done },
      },
    },
    async (request) => {
      const caller = acting(request)
      await database.transaction(async (tx) => {
        if (!(await updateWebhook(tx, caller.ownerId, request.params.id, request.body)))
          throw new AppError('NotFound')
        await recordAct(tx, caller, { action: 'webhook-changed' })
      })
      return done
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
        params: OneWebhook,
        response: { 200: Done },
      },
    },
    async (request) => {
      const caller = acting(request)
      await database.transaction(async (tx) => {
        if (!(await deleteWebhook(tx, caller.ownerId, request.params.id))) throw new AppError('NotFound')
        await recordAct(tx, caller, { action: 'webhook-deleted' })
      })
      return done
    },
  )

  app.get(
    '/webhooks/samples',
    {
      config: { access },
      schema: {
        operationId: 'webhooks.samples',
        tags,
        summary:
          'An example of what is sent for each event, for tools that offer its fields before one arrives',
        querystring: SamplesQuery,
        response: { 200: resultOf(z.array(WebhookMessage)) },
      },
    },
    async ({ query: { event } }) => ({
      result: event === undefined ? WEBHOOK_EVENTS.map(sampleOf) : [sampleOf(event)],
    }),
  )

  app.get(
    '/webhooks/:id/secret',
    {
      ...secretCall,
      schema: {
        operationId: 'webhooks.getSecret',
        tags,
        summary: 'The secret, and the bearer token if there is one. Needs a fresh confirmation',
        params: OneWebhook,
        response: { 200: resultOf(WebhookSecrets) },
      },
    },
    async (request, reply) => {
      const found = await findWebhook(db, acting(request).ownerId, request.params.id)
      if (!found) throw new AppError('NotFound')
      reply.header('cache-control', 'no-store')
      return { result: { ...secretsOf(found.secret), token: found.token } }
    },
  )

  app.post(
    '/webhooks/:id/secret',
    {
      ...secretCall,
      schema: {
        operationId: 'webhooks.replaceSecret',
        tags,
        summary: 'Replace the secret; the one before signs as well for 24 hours. Needs a fresh confirmation',
        params: OneWebhook,
        response: { 200: resultOf(ReplacedSecret) },
      },
    },
    async (request) => {
      const secret = newSecret()
      const until = await replaceSecret(db, acting(request).ownerId, request.params.id, secret)
      if (until === null) throw new AppError('NotFound')
      return { result: { ...secretsOf(secret), oldSecretUntil: until.toISOString() } }
    },
  )
}
