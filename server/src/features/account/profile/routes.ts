import { ChangePassword, Profile, resultOf, UpdateProfile } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, currentUser, requireUser } from '../../../platform/http/session'
import type { Mailing } from '../email/verification'
import { Ended } from '../session-routes'
import type { SigningIn } from '../sign-in/sign-in'
import { changePassword } from './change-password'
import { readProfile, updateProfile } from './profile'

const tags = ['identity']

export const profileRoutes: FastifyPluginAsyncZod<Mailing & Omit<SigningIn, 'clock'>> = async (
  app,
  parts,
) => {
  app.addHook('onRequest', requireUser)

  app.get(
    '/identity/users/profile',
    { schema: { tags, summary: 'Own profile', response: { 200: resultOf(Profile) } } },
    async (request) => ({ result: await readProfile(parts, currentUser(request).id) }),
  )

  app.patch(
    '/identity/users/profile',
    {
      schema: {
        tags,
        summary: 'Change own profile',
        body: UpdateProfile,
        response: { 200: resultOf(Profile) },
      },
    },
    async (request) => {
      const user = currentUser(request)
      return { result: await updateProfile(parts, user, request.body, requestLanguage(request)) }
    },
  )

  app.put(
    '/identity/users/password',
    {
      schema: {
        tags,
        summary: 'Change own password; every other session ends',
        body: ChangePassword,
        response: { 200: resultOf(Ended) },
      },
    },
    async (request) => {
      const token = bearerToken(request) ?? ''
      const { id } = currentUser(request)
      const ended = await changePassword(parts, id, token, request.body, requestLanguage(request))
      return { result: { ended } }
    },
  )
}
