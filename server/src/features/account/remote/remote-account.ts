import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, registerSession } from '../../../platform/http/session'
import { registerPermissions } from '../authorization'
import { createIdentityClient, type IdentityClient } from './identity-client'
import { fetchPermissionMask, remoteSessions } from './remote-session'

/** Everything that is forwarded; no other path, method or header reaches the outside service. */
const FORWARDED_CALLS = [
  ['POST', '/identity/users'],
  ['POST', '/identity/users/auth'],
  ['POST', '/users/auth'],
  ['GET', '/identity/users/profile'],
  ['PATCH', '/identity/users/profile'],
  ['PUT', '/identity/users/password'],
  ['DELETE', '/identity/sessions/current'],
  ['DELETE', '/identity/sessions'],
  ['POST', '/identity/sessions/exchange'],
  ['GET', '/identity/sessions/verify-token'],
  ['GET', '/verify-token'],
  ['GET', '/identity/sessions/verify'],
  ['GET', '/verify-session'],
  ['GET', '/identity/admin/verify'],
  ['GET', '/admin/verify'],
] as const
const FORWARDED_HEADERS = ['authorization', 'x-access-token', 'x-session-id', 'x-otp'] as const

interface RemoteAccountOptions {
  /** Base address of the outside account service, no trailing slash. */
  identityUrl: string
}

/** IDENTITY_URL: another account service handles the identity calls and resolves sessions. */
export const remoteAccount = fastifyPlugin<RemoteAccountOptions>(async (app, { identityUrl }) => {
  const call = createIdentityClient(identityUrl)
  registerSession(app, remoteSessions(call))
  registerPermissions(
    app,
    (request, resource) => fetchPermissionMask(call, bearerToken(request) ?? '', resource),
    false,
  )
  await app.register(forwardedCalls, { call })
})

const forwardedCalls: FastifyPluginAsync<{ call: IdentityClient }> = async (app, { call }) => {
  for (const [method, path] of FORWARDED_CALLS)
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      schema: { tags: ['identity'], summary: 'Answered by the outside account service' },
      handler: async (request, reply) => {
        const answer = await call({
          method,
          path: `${path}?lng=${requestLanguage(request)}`,
          headers: forwardedHeaders(request),
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        })
        if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
        return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
      },
    })
}

/** The caller's address goes along, or the outside service would count all callers as one. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { 'x-forwarded-for': request.ip }
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}
