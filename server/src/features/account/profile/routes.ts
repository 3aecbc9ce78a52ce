import { ChangePassword, Profile, resultOf, UpdateProfile } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { bearerToken, currentUser, requireUser } from '../../../platform/http/session'
import { Ended } from '../session-routes'
import type { SignInDependencies } from '../sign-in/sign-in'
import { changePassword } from './change-password'
import { readProfile, updateProfile } from './profile'

const tags = ['identity']

export const profileRoutes: FastifyPluginAsyncZod<Omit<SignInDependencies, 'clock'>> = async (
  app,
  dependencies,
) => {
  app.addHook('onRequest', requireUser)

  app.get(
    '/identity/users/profile',
    { schema: { tags, summary: 'Own profile', response: { 200: resultOf(Profile) } } },
    async (request) => ({ result: await readProfile(dependencies.database, currentUser(request).id) }),
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
    async (request) => ({
      result: await updateProfile(dependencies.database, currentUser(request).id, request.body),
    }),
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
      return {
        result: { ended: await changePassword(dependencies, currentUser(request).id, token, request.body) },
      }
    },
  )
}
