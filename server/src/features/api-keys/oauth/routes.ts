import {
  AllowAuthorization,
  ASSISTANT_SCOPES,
  AuthorizeRequest,
  resultOf,
  ShownAuthorization,
} from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Config } from '../../../platform/config/config'
import type { Database } from '../../../platform/db/database'
import { requireCapability } from '../../../platform/http/access'
import { actIn, acting, actingMember, may, requireVerifiedEmail } from '../../../platform/http/acting'
import { createRateLimits, type RateLimits } from '../../../platform/http/rate-limit'
import { requireConfirmation, requireUser } from '../../../platform/http/session'
import { type ClientContext, readAuthorization, rememberedDocuments, resourceOf } from './clients'
import { tokenRoutes } from './token-routes'
import { issueCode } from './tokens'

/** Of one person: each may call an address that a program names. */
const LOOKS = { limit: 30, windowMs: 60_000 }

export interface OAuthOptions {
  database: Database
  clock: Clock
  config: Pick<Config, 'appUrl' | 'appName' | 'outsideCalls'>
}

/** OAuth 2.1 for programs that connect themselves to `/mcp` (MCP, Authorization): public clients, PKCE, one resource. */
export const oauthRoutes: FastifyPluginAsync<OAuthOptions> = async (app, options) => {
  const { database, clock, config } = options
  const { appUrl, outsideCalls: calls } = config
  const context: ClientContext = { db: database.db, appUrl, calls, documents: rememberedDocuments() }
  const limits = createRateLimits(database, clock)
  await app.register(metadata, { site: config })
  await app.register(consent, { prefix: '/oauth/requests', database, context, limits })
  await app.register(tokenRoutes, { prefix: '/oauth', database, limits, resource: resourceOf(context) })
}

/** Where a program that was refused finds the way (RFC 9728, RFC 8414). */
const metadata: FastifyPluginAsync<{ site: OAuthOptions['config'] }> = async (app, { site }) => {
  const { appUrl, outsideCalls } = site
  const resource = {
    resource: resourceOf({ appUrl }),
    get resource_name() {
      return site.appName
    },
    authorization_servers: [appUrl],
    scopes_supported: ASSISTANT_SCOPES,
    bearer_methods_supported: ['header'],
  }
  const server = {
    issuer: appUrl,
    authorization_endpoint: `${appUrl}/oauth/authorize`,
    token_endpoint: `${appUrl}/oauth/token`,
    revocation_endpoint: `${appUrl}/oauth/revoke`,
    registration_endpoint: `${appUrl}/oauth/register`,
    scopes_supported: ASSISTANT_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: outsideCalls !== null,
    authorization_response_iss_parameter_supported: true,
  }
  const config = { access: 'public' } as const
  const hidden = { config, schema: { hide: true } }
  app.get('/.well-known/oauth-protected-resource', hidden, async () => resource)
  app.get('/.well-known/oauth-protected-resource/mcp', hidden, async () => resource)
  app.get('/.well-known/oauth-authorization-server', hidden, async () => server)
}

interface Routes {
  database: Database
  context: ClientContext
  limits: RateLimits
}

/** The calls of the consent screen. They take a session only, so that no link can give consent. */
const consent: FastifyPluginAsyncZod<Routes> = async (app, { database, context, limits }) => {
  const tags = ['oauth']
  const access = 'integrations:write'
  const back = (uri: string, parameters: Record<string, string | undefined>): string => {
    const url = new URL(uri)
    for (const [name, value] of Object.entries({ ...parameters, iss: context.appUrl }))
      if (value !== undefined) url.searchParams.set(name, value)
    return url.href
  }

  async function countLook(request: FastifyRequest): Promise<void> {
    await limits.enforce('oauth', acting(request).personId, LOOKS)
  }
  /** What ended while a program was looked up, or its code was written, found no code to end: then nobody gets it. */
  async function refuseEnded(request: FastifyRequest): Promise<void> {
    await requireUser(request)
    await actIn(request)
    requireCapability(request, access)
  }

  app.post(
    '/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Which program asks for what',
        body: AuthorizeRequest,
        response: { 200: resultOf(ShownAuthorization) },
      },
    },
    async (request) => {
      await countLook(request)
      const { name, host, redirectUri, scopes } = await readAuthorization(context, request.body)
      const { state } = request.body
      const denied = back(redirectUri, { error: 'access_denied', state })
      return { result: { name, host, redirectHost: new URL(redirectUri).host, scopes, denied } }
    },
  )

  app.post(
    '/allow',
    {
      config: { access },
      onRequest: [requireVerifiedEmail, async (request) => requireConfirmation(request)],
      schema: {
        tags,
        summary: 'Allow a program what it asks for; needs a fresh confirmation',
        body: AllowAuthorization,
        response: { 200: resultOf(z.object({ redirectTo: z.string() })) },
      },
    },
    async (request) => {
      await countLook(request)
      const { allowed, ...asked } = request.body
      const caller = actingMember(request)
      const { scopes, ...authorization } = await readAuthorization(context, asked)
      const given = scopes.filter((scope) => allowed.includes(scope) && may(caller, scope))
      if (given.length === 0) throw new AppError('ValidationError', { allowed: 'required' })
      const code = await issueCode(database, {
        ...{ userId: caller.ownerId, personId: caller.personId },
        authorization: { ...authorization, scopes: given, createdBy: caller.by },
      })
      await refuseEnded(request)
      return { result: { redirectTo: back(asked.redirect_uri, { code, state: asked.state }) } }
    },
  )
}
