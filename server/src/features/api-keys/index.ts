import { ApiKey, CreateApiKey, CreatedApiKey, resultOf, UpdateApiKey } from '@scanleaf/shared'
import fastifyPlugin from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Config } from '../../platform/config/config'
import type { CountryOf } from '../../platform/country'
import { acting, actingMember, requireVerifiedEmail } from '../../platform/http/acting'
import { requireConfirmation } from '../../platform/http/session'
import { feedCalls } from './feeds'
import { changeKey, createKey, keyVerifier, presentKey, revokeKey } from './keys'
import { type OAuthOptions, oauthRoutes } from './oauth/routes'
import { listKeys } from './repository'

export { exportKeys } from './export-keys'
export { openFeed } from './feeds'
export { keyExpiryJob } from './jobs'
export { eraseKeys, listPlainKeys, revokeKeysMadeBy } from './keys'
export { eraseKeyAuthor } from './repository'

interface ApiKeyOptions extends OAuthOptions {
  countryOf: CountryOf
  config: OAuthOptions['config'] & Pick<Config, 'apiCallsPerMinute'>
}

/** Keys by which other programs work in a workspace: how a call with one is verified, and the calls about them. */
export const apiKeyAccess = fastifyPlugin<ApiKeyOptions>(async (app, options) => {
  const { database, countryOf, config } = options
  app.decorate('verifyKey', keyVerifier({ database, countryOf, limit: config.apiCallsPerMinute }))
  await app.register(oauthRoutes, options)
  await app.register(calls, { prefix: '/gateway/api/api-keys', ...options })
  await app.register(feedCalls, { prefix: '/gateway/api/api-keys/feeds', ...options })
})

const tags = ['api-keys']
const access = 'integrations:write'
const OneKey = z.object({ id: z.uuid() })

const calls: FastifyPluginAsyncZod<ApiKeyOptions> = async (app, { database }) => {
  app.get(
    '/',
    {
      config: { access },
      schema: {
        tags,
        summary: 'API keys of the workspace, at most 50, the oldest first; never a secret',
        response: { 200: resultOf(z.array(ApiKey)) },
      },
    },
    async (request) => ({
      result: (await listKeys(database.db, acting(request).ownerId)).map(presentKey),
    }),
  )

  app.post(
    '/',
    {
      config: { access },
      onRequest: [requireVerifiedEmail, async (request) => requireConfirmation(request)],
      schema: {
        tags,
        summary: 'Make an API key; `secret` is shown this once. Needs a fresh confirmation',
        body: CreateApiKey,
        response: { 201: resultOf(CreatedApiKey) },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ result: await createKey(database, actingMember(request), request.body) }),
  )

  app.patch(
    '/:id',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Rename an API key, or take scopes away from it',
        params: OneKey,
        body: UpdateApiKey,
        response: { 200: resultOf(ApiKey) },
      },
    },
    async (request) => ({
      result: await changeKey(database, actingMember(request), request.params.id, request.body),
    }),
  )

  app.delete(
    '/:id',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Revoke an API key: its next call is refused',
        params: OneKey,
        response: { 200: resultOf(z.object({ revoked: z.literal(true) })) },
      },
    },
    async (request) => {
      await revokeKey(database, acting(request), request.params.id)
      return { result: { revoked: true as const } }
    },
  )
}
