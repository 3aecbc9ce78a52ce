import { resultOf, SignedIn } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { PROOF_ASKED, requireProof } from '../../../platform/proof-of-work'
import { attemptOf, logAttempts } from '../attempts/attempt-log'
import { callerOfRequest, otpOf } from '../attempts/caller'
import { limitByAddress } from '../limit-by-address'
import { basicCredentials } from './basic-credentials'
import { type SignInDependencies, signIn } from './sign-in'

const tags = ['identity']

/** A 401 has no `WWW-Authenticate`, which would open the browser's own dialog. */
export const signInRoutes: FastifyPluginAsyncZod<SignInDependencies> = async (app, parts) => {
  for (const url of ['/identity/users/auth', '/users/auth'])
    app.post(
      url,
      {
        config: { access: 'public' },
        ...logAttempts('sign-in', 'password'),
        onRequest: limitByAddress(parts.rateLimits, 'sign-in-address'),
        schema: {
          tags,
          summary: 'Sign in',
          description: `Credentials in \`Authorization: Basic\`, by RFC 7617 with charset UTF-8. Where an authenticator app is set up, the right password alone is answered with \`SecondFactorRequired\`: the call is repeated with its code, or a recovery code, in the header \`x-otp\`. After five failures of a user name or address within a day, a caller who never signed in from there before proves some work. ${PROOF_ASKED}`,
          security: [],
          response: { 200: resultOf(SignedIn) },
        },
      },
      async (request) => {
        const credentials = basicCredentials(request.headers.authorization)
        const result =
          credentials &&
          (await signIn(parts, credentials, {
            otp: otpOf(request),
            caller: callerOfRequest(request),
            attempt: attemptOf(request),
            requireWork: () => requireProof(request, 'sign-in'),
          }))
        if (!result) throw new AppError('Unauthorized')
        return { result }
      },
    )
}
