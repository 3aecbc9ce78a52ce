import { Confirmed, ConfirmSession, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bearerToken, currentUser } from '../../../platform/http/session'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { confirmByPassword } from './confirm'
import type { SignInDependencies } from './sign-in'

const tags = ['identity']

/** A fresh confirmation by the password; that by a passkey or a provider is with their calls. */
export const confirmRoutes: FastifyPluginAsyncZod<SignInDependencies> = async (app, parts) => {
  app.post(
    '/identity/sessions/current/confirm',
    {
      config: { access: 'person' },
      ...logAttempts('confirmation', 'password'),
      schema: {
        tags,
        summary: 'Prove who holds the session; for ten minutes it may do what is sensitive',
        body: ConfirmSession,
        response: { 200: resultOf(Confirmed) },
      },
    },
    async (request) => ({
      result: await confirmByPassword(
        parts,
        currentUser(request).id,
        bearerToken(request) ?? '',
        request.body,
        attemptOf(request),
      ),
    }),
  )
}
