import {
  DecideApproval,
  ListedUserPage,
  ListUserActions,
  ListUsers,
  MakeRecoveryLink,
  PatchUser,
  pageMeta,
  RecoveryLink,
  resultOf,
  UserActionPage,
  UserDetails,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { requestLanguage } from '../../../platform/http/error-handler'
import { requirePermission } from '../authorization'
import { operatorOf, operatorRoute } from '../operators/operator-route'
import { listUserActions } from '../operators/repository'
import { presentListedUser, presentUserAction } from '../present'
import { decideApproval } from './approval'
import { makeRecoveryLink } from './recovery-link'
import { listUsers } from './repository'
import { changeUser, readUser } from './users'

const tags = ['identity']
const ById = z.object({ id: z.uuid() })

/** The users of this installation, for administrators and for members with a mask for `users`. */
export const userRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock; appUrl: string }> = async (
  app,
  parts,
) => {
  const { database, clock } = parts
  const { db } = database
  const toRead = requirePermission('users', 'read')
  const toUpdate = operatorRoute({ resource: 'users', action: 'update', on: 'person', confirm: false })
  /** What changes rights or opens an account. */
  const toEmpower = operatorRoute({ resource: 'users', action: 'update', on: 'person', confirm: true })
  const operating = (request: FastifyRequest) => ({ ...parts, operator: operatorOf(request) })

  app.get(
    '/identity/users',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListUsers, response: { 200: ListedUserPage } },
    },
    async (request) => {
      const { rows, total } = await listUsers(db, request.query)
      return { result: rows.map(presentListedUser), meta: pageMeta(total, request.query) }
    },
  )

  app.get(
    '/identity/users/actions',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListUserActions, response: { 200: UserActionPage } },
    },
    async (request) => {
      const { rows, total } = await listUserActions(db, request.query)
      return { result: rows.map(presentUserAction), meta: pageMeta(total, request.query) }
    },
  )

  app.get(
    '/identity/users/:id',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, params: ById, response: { 200: resultOf(UserDetails) } },
    },
    async (request) => ({ result: await readUser(db, request.params.id, clock.now()) }),
  )

  app.patch(
    '/identity/users/:id',
    {
      ...toEmpower,
      schema: { tags, params: ById, body: PatchUser, response: { 200: resultOf(UserDetails) } },
    },
    async (request) => ({ result: await changeUser(operating(request), request.params.id, request.body) }),
  )

  app.post(
    '/identity/users/:id/recovery-link',
    {
      ...toEmpower,
      schema: {
        tags,
        summary: 'Make a link that sets the password of a user; it is shown this once',
        params: ById,
        body: MakeRecoveryLink,
        response: { 201: resultOf(RecoveryLink) },
      },
    },
    async (request, reply) => {
      const operated = { ...operating(request), appUrl: parts.appUrl, language: requestLanguage(request) }
      const result = await makeRecoveryLink(operated, request.params.id, request.body)
      return reply.code(201).send({ result })
    },
  )

  app.post(
    '/identity/users/:id/approval',
    {
      ...toUpdate,
      schema: {
        tags,
        summary: 'Let a person in who waits, or refuse them',
        params: ById,
        body: DecideApproval,
        response: { 200: resultOf(UserDetails) },
      },
    },
    async (request) => {
      const deciding = { ...operating(request), language: requestLanguage(request) }
      return { result: await decideApproval(deciding, request.params.id, request.body) }
    },
  )
}
