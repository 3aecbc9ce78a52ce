import { ConfirmedEmail, LinkToken, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { limitByAddress } from '../limit-by-address'
import { confirmEmail, type Mailing } from './verification'

const tags = ['identity']

/** The link of a verification mail. It opens a screen with a button that sends this call, as mail scanners fetch links. */
export const emailRoutes: FastifyPluginAsyncZod<Mailing> = async (app, { database, rateLimits }) => {
  app.post(
    '/identity/email/confirm',
    {
      onRequest: limitByAddress(rateLimits, 'link-address'),
      schema: {
        tags,
        summary: 'Prove an address by the token of a link that was sent to it',
        security: [],
        body: LinkToken,
        response: { 200: resultOf(ConfirmedEmail) },
      },
    },
    async (request) => {
      const email = await confirmEmail(database, request.body.token, requestLanguage(request))
      return { result: { email } }
    },
  )
}
