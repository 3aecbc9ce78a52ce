import { Profile, resultOf, SignedIn, VerifiedSession } from '@scanleaf/shared'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, registerSession } from '../../../platform/http/session'
import { registerPermissions } from '../authorization'
import { createIdentityClient, type IdentityClient } from './identity-client'
import { fetchProfile, readResponse, remoteSessions } from './remote-session'

/** What the screens read, completed with the defaults; what else the outside service says goes along. */
const READ_BY_SCREENS = {
  signedIn: resultOf(SignedIn.loose()),
  session: resultOf(VerifiedSession.loose()),
  profile: resultOf(Profile.loose()),
}

/** Everything that is forwarded; no other path, method or header reaches the outside service. */
const FORWARDED_CALLS: readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  response?: keyof typeof READ_BY_SCREENS,
][] = [
  ['POST', '/identity/users'],
  ['POST', '/identity/users/auth', 'signedIn'],
  ['POST', '/users/auth', 'signedIn'],
  ['GET', '/identity/users/profile', 'profile'],
  ['PATCH', '/identity/users/profile', 'profile'],
  ['PUT', '/identity/users/password'],
  ['DELETE', '/identity/sessions/current'],
  ['DELETE', '/identity/sessions'],
  ['POST', '/identity/sessions/exchange', 'signedIn'],
  ['GET', '/identity/sessions/verify-token', 'session'],
  ['GET', '/verify-token', 'session'],
  ['GET', '/identity/sessions/verify', 'session'],
  ['GET', '/verify-session', 'session'],
  ['GET', '/identity/admin/verify'],
  ['GET', '/admin/verify'],
]
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
    {
      readPermissionMask: async (request, resource) =>
        (await fetchProfile(call, bearerToken(request) ?? '')).permissions[resource] ?? 0,
      readName: (request) => fetchProfile(call, bearerToken(request) ?? ''),
    },
    false,
  )
  await app.register(forwardedCalls, { call })
})

const forwardedCalls: FastifyPluginAsync<{ call: IdentityClient }> = async (app, { call }) => {
  for (const [method, path, response] of FORWARDED_CALLS)
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      // The outside service knows who may.
      config: { access: 'public' },
      schema: { tags: ['identity'], summary: 'Answered by the outside account service' },
      handler: async (request, reply) => {
        const answer = await call({
          method,
          path: `${path}?lng=${requestLanguage(request)}`,
          headers: forwardedHeaders(request),
          ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        })
        if (answer.retryAfter !== null) reply.header('retry-after', answer.retryAfter)
        const isRead = response !== undefined && answer.status === 200
        const body = isRead ? readResponse(answer, READ_BY_SCREENS[response]) : answer.body
        return reply.code(answer.status).type('application/json; charset=utf-8').send(body)
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
