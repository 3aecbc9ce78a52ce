import { Confirmed, PasskeyOptions, resultOf, UsePasskey } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bearerToken, currentUser } from '../../../platform/http/session'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { askForPasskey, confirmByPasskey, type PasskeyParts } from './passkeys'

const tags = ['identity']

/** A fresh confirmation by a passkey. */
export const passkeyConfirmRoutes: FastifyPluginAsyncZod<PasskeyParts> = async (app, parts) => {
  app.post(
    '/identity/sessions/current/confirm/passkey/options',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'What the browser asks a passkey for a confirmation',
        response: { 201: resultOf(PasskeyOptions) },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send({ result: { options: { ...(await askForPasskey(parts, currentUser(request).id)) } } }),
  )

  app.post(
    '/identity/sessions/current/confirm/passkey',
    {
      config: { access: 'person' },
      ...logAttempts('confirmation', 'passkey'),
      schema: {
        tags,
        summary: 'Prove by a passkey who holds the session',
        body: UsePasskey,
        response: { 200: resultOf(Confirmed) },
      },
    },
    async (request) => ({
      result: await confirmByPasskey(
        parts,
        currentUser(request).id,
        bearerToken(request) ?? '',
        request.body.credential,
        attemptOf(request),
      ),
    }),
  )
}
