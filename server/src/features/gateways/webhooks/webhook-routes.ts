import type { WEBHOOK_PROVIDERS, WebhookOutcome } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { emit } from '../../../platform/events'
import { parseJsonBody } from '../../../platform/http/json-body'
import type { Log } from '../../../platform/logging'
import { RejectionCounts } from './rejection-counts'
import { insertWebhook, type NewWebhook, setWebhookOutcome } from './repository'

const MAX_WEBHOOK_BYTES = 64 * 1024

export interface WebhookDependencies {
  database: Database
  clock: Clock
  log: Log
}

/** A webhook as received, not verified yet. */
export interface WebhookRequest {
  /** The bytes that are signed; empty for a webhook in the address. */
  raw: Buffer
  headers: FastifyRequest['headers']
  /** As in the URL, without the question mark. */
  query: string
}

/** The outcome of a webhook, and the response to the provider. */
export interface Handled {
  outcome: WebhookOutcome
  /** Reference of the payment. */
  payment?: string
  statusCode: number
  body?: object
}

export interface WebhookRoute {
  provider: (typeof WEBHOOK_PROVIDERS)[number]
  method: 'GET' | 'POST'
  /**
   * Verifies on the raw bytes, then acts in one transaction. An error is logged as `failed` and answered by
   * `failed`, so that the provider sends the webhook again.
   */
  handle(webhook: WebhookRequest): Promise<Handled>
  failed: Pick<Handled, 'statusCode' | 'body'>
}

/** `/webhooks/{provider}`: no session; logged raw first, and on its own (payments §0). */
export const webhookRoutes: FastifyPluginAsync<
  WebhookDependencies & { routes: readonly WebhookRoute[] }
> = async (app, { routes, ...dependencies }) => {
  const context = { ...dependencies, refusals: new RejectionCounts(dependencies.clock) }
  // Only in this scope: the signature covers bytes, whatever the content type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES },
    async (_request: unknown, body: Buffer) => body,
  )
  for (const route of routes)
    app.route({
      method: route.method,
      url: `/webhooks/${route.provider}`,
      config: { access: 'public' },
      schema: { hide: true },
      handler: (request, reply) => take(context, route, request, reply),
    })
}

interface WebhookContext extends WebhookDependencies {
  refusals: RejectionCounts
}

async function take(
  { database: { db }, clock, log, refusals }: WebhookContext,
  { provider, handle, failed }: WebhookRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const query = request.url.split('?').slice(1).join('?')
  const webhook: NewWebhook = {
    at: clock.now(),
    provider,
    headers: maskedHeaders(request.headers),
    body: storable(maskedBody(raw.length > 0 ? raw.toString('utf8') : query)),
  }
  // During a flood only signed webhooks are logged, or the log would fill the disk.
  const isFlooding = refusals.areTooMany(request.ip)
  const loggedFirst = isFlooding ? null : await insertWebhook(db, webhook)
  const handled = await handle({ raw, headers: request.headers, query }).catch((err): Handled => {
    log.error(
      { err, provider, webhook: loggedFirst },
      'a webhook could not be processed; its sender will retry',
    )
    return { outcome: 'failed', ...failed }
  })
  const { outcome, payment = '', statusCode, body } = handled
  emit('payment-webhook', { provider, outcome })
  if (outcome === 'refused') refusals.count(request.ip)
  if (outcome === 'refused' && isFlooding) throw new AppError('TooManyRequests')
  const id = loggedFirst ?? (await insertWebhook(db, webhook))
  if (outcome === 'wrong-money')
    log.error({ provider, webhook: id, payment }, 'a webhook reports another amount than the payment')
  if (outcome === 'unmatched')
    log.warn(
      { provider, webhook: id, payment },
      'an incoming payment matches no order: an operator must assign it',
    )
  await setWebhookOutcome(db, id, { outcome, payment })
  reply.code(statusCode)
  return body ?? reply.send()
}

/** The bytes parsed as JSON; null when they are not JSON. */
export function jsonOf(raw: Buffer): unknown {
  try {
    return parseJsonBody(raw, MAX_WEBHOOK_BYTES)
  } catch {
    return null
  }
}

/** PostgreSQL holds no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** MoMo and payOS sign within the body, VNPay within the address. */
const SIGNATURE = /("signature"\s*:\s*"|\bvnp_SecureHash=)[^"&]*/gi

const maskedBody = (body: string): string => body.replace(SIGNATURE, '$1***')

const SECRET_HEADER = /auth|signature|secret|token|key|cookie|sig$/i

function maskedHeaders(headers: FastifyRequest['headers']): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${SECRET_HEADER.test(name) ? '***' : String(value)}`,
  )
  return storable(lines.join('\n'))
}
