import { RegisteredUser, RegisterUser, resultOf, SignedIn } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { basicCredentials } from './basic-credentials'
import { type RegistrationDependencies, registerUser } from './register'
import { refuseEarly, type SignInDependencies, signIn } from './sign-in'

const PER_ADDRESS = { limit: 20, windowMs: 60_000 }

const tags = ['identity']

/** Hook: at most 20 calls a minute from one address, counted before the body is read. */
const limitByAddress = (rateLimits: RateLimits, scope: string) => async (request: FastifyRequest) => {
  refuseEarly(await rateLimits.use(scope, callerOf(request.ip), PER_ADDRESS))
}

/** The open calls: register and sign in. A 401 has no `WWW-Authenticate`, which would open the browser's own dialog. */
export const signInRoutes: FastifyPluginAsyncZod<RegistrationDependencies & SignInDependencies> = async (
  app,
  dependencies,
) => {
  app.post(
    '/identity/users',
    {
      onRequest: limitByAddress(dependencies.rateLimits, 'register-address'),
      schema: {
        tags,
        summary: 'Register',
        security: [],
        body: RegisterUser,
        response: { 201: resultOf(RegisteredUser) },
      },
    },
    async (request, reply) =>
      reply.code(201).send({ result: await registerUser(dependencies, request.body) }),
  )

  for (const url of ['/identity/users/auth', '/users/auth'])
    app.post(
      url,
      {
        onRequest: limitByAddress(dependencies.rateLimits, 'sign-in-address'),
        schema: {
          tags,
          summary: 'Sign in',
          description: 'Credentials in `Authorization: Basic`, by RFC 7617 with charset UTF-8.',
          security: [],
          response: { 200: resultOf(SignedIn) },
        },
      },
      async (request) => {
        const credentials = basicCredentials(request.headers.authorization)
        const result = credentials && (await signIn(dependencies, credentials, request.ip))
        if (!result) throw new AppError('Unauthorized')
        return { result }
      },
    )
}
