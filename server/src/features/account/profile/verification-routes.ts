import { ConfirmEmail, ConfirmedEmail, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken } from '../../../platform/http/session'
import { limitByAddress } from '../limit-by-address'
import type { SignInDependencies } from '../sign-in/sign-in'
import { confirmEmail } from './confirm-email'

const tags = ['identity']

/** The link of a verification mail. It opens a screen with a button that sends this call, as mail scanners fetch links. */
export const verificationRoutes: FastifyPluginAsyncZod<SignInDependencies> = async (app, parts) => {
  app.post(
    '/identity/email/confirm',
    {
      onRequest: limitByAddress(parts.rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'Prove an address by the token of a link that was sent to it',
        description: 'With a session of the account, or with its password.',
        security: [{}, { session: [] }],
        body: ConfirmEmail,
        response: { 200: resultOf(ConfirmedEmail) },
      },
    },
    async (request) => {
      const bearer = bearerToken(request)
      const user = bearer === null ? null : await app.verifySession(bearer)
      const email = await confirmEmail(parts, request.body, user?.id ?? null, requestLanguage(request))
      return { result: { email } }
    },
  )
}
