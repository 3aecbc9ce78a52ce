import { LinkSent, Profile, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../../../platform/app-error'
import { requestLanguage } from '../../../platform/http/error-handler'
import { currentUser, requireUser } from '../../../platform/http/session'
import { cancelEmailChange, type Mailing, mayMailTo, queueVerification } from '../email/verification'
import { refuseEarly } from '../limit-by-address'
import { findUser } from '../repository'
import { readProfile } from './profile'

const tags = ['identity']

/** The own address while its verification is pending. */
export const ownEmailRoutes: FastifyPluginAsyncZod<Mailing> = async (app, parts) => {
  const { database, sendsMail } = parts
  app.addHook('onRequest', requireUser)

  app.post(
    '/identity/email/verification',
    {
      schema: {
        tags,
        summary: 'Send the link again that proves the own new or unverified address',
        response: { 202: resultOf(LinkSent) },
      },
    },
    async (request, reply) => {
      if (!sendsMail) throw new AppError('MailNotConfigured')
      const user = await findUser(database.db, currentUser(request).id)
      if (!user) throw new AppError('NotFound')
      const address = user.pendingEmail ?? (user.emailVerifiedAt === null ? user.email : null)
      if (address === null) throw new AppError('Conflict')
      refuseEarly(await mayMailTo(parts, address))
      await database.transaction((tx) => queueVerification(tx, user, address, requestLanguage(request)))
      return reply.code(202).send({ result: { sent: true } })
    },
  )

  app.delete(
    '/identity/email/pending',
    { schema: { tags, summary: 'Keep the address', response: { 200: resultOf(Profile) } } },
    async (request) => {
      const user = currentUser(request)
      await cancelEmailChange(database, user.id)
      return { result: await readProfile(parts, user) }
    },
  )
}
