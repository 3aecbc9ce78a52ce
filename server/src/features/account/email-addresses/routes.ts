import { ConfirmEmail, ConfirmedEmail, LinkSent, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, currentUser } from '../../../platform/http/session'
import { limitByAddress, refuseEarly } from '../limit-by-address'
import type { PasswordCheck } from '../passwords/own-password'
import { findUser } from '../repository'
import { confirmEmail } from './confirm-email'
import { type Mailing, mayMailTo, queueVerification } from './verification'

const tags = ['identity']

/** Proving an address by a link. It opens a screen with a button that sends the call, as mail scanners fetch links. */
export const verificationRoutes: FastifyPluginAsyncZod<Mailing & PasswordCheck> = async (app, parts) => {
  const { database } = parts

  app.post(
    '/identity/email/verification',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Send the link again that proves the own new or unverified address',
        response: { 202: resultOf(LinkSent) },
      },
    },
    async (request, reply) => {
      if (!parts.sendsMail) throw new AppError('MailNotConfigured')
      const user = await findUser(database.db, currentUser(request).id)
      if (!user) throw new AppError('NotFound')
      const address = user.pendingEmail ?? (user.emailVerifiedAt === null ? user.email : null)
      if (address === null) throw new AppError('Conflict')
      refuseEarly(await mayMailTo(parts, address))
      await database.transaction((tx) => queueVerification(tx, user, address, requestLanguage(request)))
      return reply.code(202).send({ result: { sent: true } })
    },
  )

  app.post(
    '/identity/email/confirm',
    {
      config: { access: 'public' },
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
