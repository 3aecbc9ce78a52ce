import { EnableTotp, Factors, RecoveryCodes, resultOf, TotpSetup } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bearerToken, currentUser, requireConfirmation } from '../../../platform/http/session'
import type { ChangingFactors } from './changing-factors'
import { readFactors } from './read-factors'
import { renewRecoveryCodes, setUpTotp, turnTotpOff, turnTotpOn } from './totp-setup'

const tags = ['identity']
const PATH = '/identity/factors'

export type FactorParts = Omit<ChangingFactors, 'userId' | 'token'>

/** Own second factors. Each change asks for a fresh confirmation. */
export const factorRoutes: FastifyPluginAsyncZod<FactorParts> = async (app, parts) => {
  const changing = (request: FastifyRequest): ChangingFactors => {
    requireConfirmation(request)
    return { ...parts, userId: currentUser(request).id, token: bearerToken(request) ?? '' }
  }

  app.get(
    PATH,
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own second factors', response: { 200: resultOf(Factors) } },
    },
    async (request) => ({ result: await readFactors(parts, currentUser(request).id) }),
  )

  app.post(
    `${PATH}/totp`,
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'A secret for an authenticator app; it counts once a code of it was sent',
        response: { 201: resultOf(TotpSetup) },
      },
    },
    async (request, reply) => reply.code(201).send({ result: await setUpTotp(changing(request)) }),
  )

  app.put(
    `${PATH}/totp`,
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Turn the authenticator app on by a code of it; every other session ends',
        body: EnableTotp,
        response: { 200: resultOf(RecoveryCodes) },
      },
    },
    async (request) => ({ result: await turnTotpOn(changing(request), request.body.otp) }),
  )

  app.delete(
    `${PATH}/totp`,
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Turn the authenticator app off, with its recovery codes',
        response: { 200: resultOf(Factors) },
      },
    },
    async (request) => {
      await turnTotpOff(changing(request))
      return { result: await readFactors(parts, currentUser(request).id) }
    },
  )

  app.post(
    `${PATH}/recovery-codes`,
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Ten new recovery codes; those before count no more',
        response: { 201: resultOf(RecoveryCodes) },
      },
    },
    async (request, reply) => reply.code(201).send({ result: await renewRecoveryCodes(changing(request)) }),
  )
}
