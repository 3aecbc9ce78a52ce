import { PasskeyOptions, resultOf, SignedIn, UsePasskey } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { callerOfRequest } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import { askForPasskey, type PasskeyParts, signInByPasskey } from './passkeys'

const tags = ['identity']

/** Signing in by a passkey: open calls. */
export const passkeySignInRoutes: FastifyPluginAsyncZod<PasskeyParts> = async (app, parts) => {
  app.post(
    '/identity/passkeys/sign-in/options',
    {
      config: { access: 'public' },
      // Each page of a sign-in asks for them.
      onRequest: limitByAddress(parts.rateLimits, 'passkey-options-address', 100),
      schema: {
        tags,
        summary: 'What the browser asks its passkeys for a sign-in',
        security: [],
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (_request, reply) =>
      reply.code(201).send({ result: { options: { ...(await askForPasskey(parts, null)) } } }),
  )

  app.post(
    '/identity/passkeys/sign-in',
    {
      config: { access: 'public' },
      ...logAttempts('sign-in', 'passkey'),
      onRequest: limitByAddress(parts.rateLimits, 'sign-in-address'),
      schema: {
        tags,
        summary: 'Sign in by a passkey',
        security: [],
        body: UsePasskey,
        response: { 200: resultOf(SignedIn) },
      },
    },
    async (request) => ({
      result: await signInByPasskey(
        parts,
        request.body.credential,
        callerOfRequest(request),
        attemptOf(request),
      ),
    }),
  )
}
