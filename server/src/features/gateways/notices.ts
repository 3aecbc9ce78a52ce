import type { NOTICE_PROVIDERS, NoticeOutcome } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { Log } from '../../platform/logging'
import { closeNotice, insertNotice } from './notice-repository'

const MAX_NOTICE_BYTES = 64 * 1024

export interface NoticeParts {
  database: Database
  clock: Clock
  log: Log
}

/** What a provider sent, nothing of it believed yet. */
export interface Notice {
  /** The bytes that are signed; empty for a notice in the address. */
  raw: Buffer
  headers: FastifyRequest['headers']
  /** As it stands in the address, without the question mark. */
  query: string
}

/** What was made of a notice, and what the provider is told. */
export interface Handled {
  outcome: NoticeOutcome
  /** Reference of the payment. */
  payment?: string
  statusCode: number
  body?: object
}

export interface NoticeRoute {
  provider: (typeof NOTICE_PROVIDERS)[number]
  method: 'GET' | 'POST'
  /**
   * Verifies on the raw bytes, then acts in one transaction. What it throws is logged as `failed` and answered by
   * `failed`, so that the provider sends the notice again.
   */
  handle(notice: Notice): Promise<Handled>
  failed: Pick<Handled, 'statusCode' | 'body'>
}

/** `/webhooks/{provider}`: no session; logged raw first, and on its own (payments.md §0). */
export const noticeRoutes: FastifyPluginAsync<NoticeParts & { routes: readonly NoticeRoute[] }> = async (
  app,
  { routes, ...parts },
) => {
  // In this scope alone: what is signed are bytes, whatever the type says.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_NOTICE_BYTES },
    async (_request: unknown, body: Buffer) => body,
  )
  for (const route of routes)
    app.route({
      method: route.method,
      url: `/webhooks/${route.provider}`,
      schema: { hide: true },
      handler: (request, reply) => take(parts, route, request, reply),
    })
}

async function take(
  { database, clock, log }: NoticeParts,
  { provider, handle, failed }: NoticeRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const query = request.url.split('?').slice(1).join('?')
  const id = await insertNotice(database.db, {
    at: clock.now(),
    provider,
    headers: maskedHeaders(request.headers),
    body: storable(raw.length > 0 ? raw.toString('utf8') : query),
  })
  const handled = await handle({ raw, headers: request.headers, query }).catch((err): Handled => {
    log.error({ err, provider, notice: id }, 'a notice was not taken in; its sender tries again')
    return { outcome: 'failed', ...failed }
  })
  const { outcome, payment = '', statusCode, body } = handled
  if (outcome === 'wrong-money') log.error({ provider, notice: id, payment }, 'a notice tells of other money')
  await closeNotice(database.db, id, { outcome, payment })
  reply.code(statusCode)
  return body ?? reply.send()
}

/** What a notice says; null when it is no JSON. */
export function jsonOf(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

/** PostgreSQL holds no NUL. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

const SECRET_HEADER = /auth|signature|secret|token|key|cookie|sig$/i

function maskedHeaders(headers: FastifyRequest['headers']): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${SECRET_HEADER.test(name) ? '***' : String(value)}`,
  )
  return storable(lines.join('\n'))
}
