import { RegisteredUser, RegisterUser, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { PROOF_ASKED, requireProof } from '../../../platform/proof-of-work'
import { limitByAddress } from '../limit-by-address'
import { type RegistrationDependencies, registerUser } from './register'

const tags = ['identity']

export const registerRoutes: FastifyPluginAsyncZod<RegistrationDependencies> = async (app, parts) => {
  app.post(
    '/identity/users',
    {
      config: { access: 'public' },
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
}
