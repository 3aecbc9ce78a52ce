import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { callerOf } from '../../../platform/http/client-address'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { ClientMetadata } from './authorization'
import { isAllowedRedirect } from './clients'
import { insertClient } from './repository'
import { exchangeCode, type IssuedTokens, refreshTokens, revokeTokens, type TokenError } from './tokens'

const MAX_CLIENTS = 10_000
/** Of one caller. Programs register when they connect for the first time. */
const REGISTRATIONS = { limit: 20, windowMs: 60 * 60_000 }
const MAX_FORM_BYTES = 16 * 1024

interface TokenOptions {
  database: Database
  limits: RateLimits
  /** The one resource that tokens are for. */
  resource: string
}

/** The values of a form, each of which is there once (RFC 6749 §3.2); null for another. */
function formOf(body: unknown): ReadonlyMap<string, string> | null {
  const pairs = [...new URLSearchParams(typeof body === 'string' ? body : '')]
  const form = new Map(pairs)
  return form.size === pairs.length ? form : null
}

/** What programs call themselves, without a person: public clients, which have no secret. */
export const tokenRoutes: FastifyPluginAsync<TokenOptions> = async (app, { database, limits, resource }) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    async (_request: unknown, body: string) => body,
  )
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  const hidden = { config: { access: 'public' }, schema: { hide: true } } as const
  const refuse = (
    reply: FastifyReply,
    error: TokenError | 'invalid_redirect_uri' | 'invalid_client_metadata',
  ) => reply.code(400).send({ error })

  app.post('/token', hidden, async (request, reply) => {
    const form = formOf(request.body)
    // A secret that comes along was never given out.
    if (!form || request.headers.authorization !== undefined) return refuse(reply, 'invalid_request')
    const issued = await issue(form)
    return typeof issued === 'string' ? refuse(reply, issued) : issued
  })

  async function issue(form: ReadonlyMap<string, string>): Promise<IssuedTokens | TokenError> {
    const of = (name: string) => form.get(name) ?? ''
    const clientId = of('client_id')
    if (clientId === '') return 'invalid_request'
    if (of('grant_type') === 'refresh_token') {
      if ((form.get('resource') ?? resource) !== resource) return 'invalid_target'
      return refreshTokens(database, { token: of('refresh_token'), clientId })
    }
    if (of('grant_type') !== 'authorization_code') return 'unsupported_grant_type'
    if (of('resource') !== resource) return 'invalid_target'
    const [code, redirectUri, verifier] = [of('code'), of('redirect_uri'), of('code_verifier')]
    return exchangeCode(database, { code, clientId, redirectUri, verifier })
  }

  app.post('/revoke', hidden, async (request, reply) => {
    const form = formOf(request.body)
    const [token = '', clientId = ''] = [form?.get('token'), form?.get('client_id')]
    if (token === '') return refuse(reply, 'invalid_request')
    await revokeTokens(database, { token, clientId })
    return {}
  })

  app.post('/register', { ...hidden, bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
    await limits.enforce('oauth clients', callerOf(request.ip), REGISTRATIONS)
    // Registration of older clients may ask for a secret; the answer says that there is none.
    const asked = { ...(request.body as object), token_endpoint_auth_method: 'none' }
    const parsed = ClientMetadata.safeParse(asked)
    if (!parsed.success) return refuse(reply, 'invalid_client_metadata')
    const metadata = parsed.data
    if (!metadata.redirect_uris.every(isAllowedRedirect)) return refuse(reply, 'invalid_redirect_uri')
    const id = randomUUID()
    const isStored = await database.transaction((tx) => insertClient(tx, { id, metadata }, MAX_CLIENTS))
    if (!isStored) throw new AppError('ServiceUnavailable')
    const grants = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] }
    return reply
      .code(201)
      .send({ client_id: id, client_id_issued_at: Math.floor(Date.now() / 1000), ...metadata, ...grants })
  })
}
