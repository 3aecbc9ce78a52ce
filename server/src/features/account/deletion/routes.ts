import { DeleteAccount, DeleteUser, PlannedDeletion, resultOf, UserDetails } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { requestLanguage } from '../../../platform/http/error-handler'
import { bearerToken, currentUser, requireConfirmation } from '../../../platform/http/session'
import { operatorOf, operatorRoute } from '../operators/operator-route'
import { hashOf } from '../tokens'
import { readUser } from '../users-admin/users'
import { deleteAccount, deleteUser, keepAccount, keepUser, type LockShared } from './deletion'

const tags = ['identity']
const ById = z.object({ id: z.uuid() })
const confirmed = async (request: FastifyRequest) => requireConfirmation(request)

/** Leaving, and coming back within 30 days: of oneself, and by an operator of somebody who asks for it. */
export const deletionRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  { database, clock },
) => {
  const toDelete = operatorRoute({ resource: 'users', action: 'delete', on: 'person', confirm: true })
  const toKeep = operatorRoute({ resource: 'users', action: 'delete', on: 'person', confirm: false })
  const lockShared: LockShared = (tx, personId) => app.lockShared(tx, personId)
  const own = (request: FastifyRequest) => {
    const { id: userId, email } = currentUser(request)
    const tokenHash = hashOf(bearerToken(request) ?? '')
    return { database, userId, email, tokenHash, language: requestLanguage(request), now: clock.now() }
  }
  const operating = (request: FastifyRequest) => ({
    database,
    clock,
    operator: operatorOf(request),
    language: requestLanguage(request),
  })

  app.delete(
    '/identity/users/profile',
    {
      config: { access: 'person' },
      onRequest: confirmed,
      schema: {
        tags,
        summary: 'Delete the own account in 30 days; until then it can be kept',
        body: DeleteAccount,
        response: { 200: resultOf(PlannedDeletion) },
      },
    },
    async (request) => ({ result: await deleteAccount({ ...own(request), lockShared }, request.body) }),
  )

  app.delete(
    '/identity/users/profile/deletion',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'Keep the own account after all',
        response: { 200: resultOf(z.object({ kept: z.literal(true) })) },
      },
    },
    async (request) => {
      await keepAccount(own(request))
      return { result: { kept: true as const } }
    },
  )

  app.put(
    '/identity/users/:id/deletion',
    {
      ...toDelete,
      schema: {
        tags,
        summary: 'Delete a user who asks for it in 30 days; their sessions end now',
        params: ById,
        body: DeleteUser,
        response: { 200: resultOf(UserDetails) },
      },
    },
    async (request) => {
      const { id } = request.params
      await deleteUser({ ...operating(request), lockShared }, id, request.body)
      return { result: await readUser(database.db, id, clock.now()) }
    },
  )

  app.delete(
    '/identity/users/:id/deletion',
    {
      ...toKeep,
      schema: {
        tags,
        summary: 'Keep a user after all',
        params: ById,
        response: { 200: resultOf(UserDetails) },
      },
    },
    async (request) => {
      const { id } = request.params
      await keepUser(operating(request), id)
      return { result: await readUser(database.db, id, clock.now()) }
    },
  )
}
