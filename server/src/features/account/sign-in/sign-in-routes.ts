import { RegisteredUser, RegisterUser, resultOf, SignedIn } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { requestLanguage } from '../../../platform/http/error-handler'
import { PROOF_ASKED, requireProof } from '../../../platform/proof'
import { limitByAddress } from '../limit-by-address'
import { attemptOf, logAttempts } from './attempt-log'
import { basicCredentials } from './basic-credentials'
import { callerOfRequest, otpOf } from './caller'
import { type RegistrationDependencies, registerUser } from './register'
import { type SignInDependencies, signIn } from './sign-in'

const tags = ['identity']

/** The open calls: register and sign in. A 401 has no `WWW-Authenticate`, which would open the browser's own dialog. */
export const signInRoutes: FastifyPluginAsyncZod<RegistrationDependencies & SignInDependencies> = async (
  app,
  parts,
) => {
  app.post(
    '/identity/users',
    {
      onRequest: limitByAddress(parts.rateLimits, 'register-address'),
      schema: {
        tags,
        summary: 'Register',
        description: PROOF_ASKED,
        security: [],
        body: RegisterUser,
        response: { 201: resultOf(RegisteredUser) },
      },
    },
    async (request, reply) => {
      // The setup token is a secret of the host: it has proven more than any work.
      if (!request.body.setupToken) await requireProof(request, 'register')
      const result = await registerUser(parts, request.body, requestLanguage(request))
      return reply.code(201).send({ result })
    },
  )

  for (const url of ['/identity/users/auth', '/users/auth'])
    app.post(
      url,
      {
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
