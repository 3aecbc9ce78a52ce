import { ChangePassword, Profile, resultOf, UpdateProfile } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, currentUser, requireConfirmation } from '../../../platform/http/session'
import { cancelEmailChange, type Mailing } from '../email-addresses/verification'
import { hasSecondFactor } from '../second-factor/second-factor'
import { EndedSessions } from '../sessions/routes'
import type { SignInDependencies } from '../sign-in/sign-in'
import { changePassword, findWithoutPassword } from './change-password'
import { isOtherAddress, readProfile, updateProfile } from './profile'

const tags = ['identity']

export const profileRoutes: FastifyPluginAsyncZod<Mailing & SignInDependencies> = async (app, parts) => {
  app.get(
    '/identity/users/profile',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own profile', response: { 200: resultOf(Profile) } },
    },
    async (request) => ({ result: await readProfile(parts, currentUser(request)) }),
  )

  app.patch(
    '/identity/users/profile',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change own profile',
        body: UpdateProfile,
        response: { 200: resultOf(Profile) },
      },
    },
    async (request) => {
      const user = currentUser(request)
      if (isOtherAddress(request.body.email, user.email)) requireConfirmation(request)
      return { result: await updateProfile(parts, user, request.body, requestLanguage(request)) }
    },
  )

  app.delete(
    '/identity/email/pending',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Keep the address', response: { 200: resultOf(Profile) } },
    },
    async (request) => {
      const user = currentUser(request)
      await cancelEmailChange(parts.database, user.id)
      return { result: await readProfile(parts, user) }
    },
  )

  app.put(
    '/identity/users/password',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Change own password; every other session ends',
        description:
          'Somebody who came by a provider of single sign-on and has no password leaves `currentPassword` out, after a fresh confirmation.',
        body: ChangePassword,
        response: { 200: resultOf(EndedSessions) },
      },
    },
    async (request) => {
      const { id } = currentUser(request)
      const token = bearerToken(request) ?? ''
      const isFirst = request.body.currentPassword === undefined
      if (isFirst) await findWithoutPassword(parts.database, id)
      // Without a second factor the current password, which the call brings, is all that could be asked for.
      if (isFirst || (await hasSecondFactor(parts.database.db, parts, id))) requireConfirmation(request)
      const ended = await changePassword(parts, id, token, request.body, requestLanguage(request))
      return { result: { ended } }
    },
  )
}
