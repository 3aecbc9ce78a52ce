import { resultOf, UserSession } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { bearerToken } from '../../../platform/http/session'
import { requirePermission } from '../authorization'
import { operatorOf, operatorRoute } from '../operators/operator-route'
import { findUser } from '../repository'
import { presentUserSession, SessionId } from '../sessions/present'
import { listSessions } from '../sessions/repository'
import { EndedSessions } from '../sessions/routes'
import { hashOf } from '../tokens'
import { endSession, endSessions } from './users'

const tags = ['identity']
const ById = z.object({ id: z.uuid() })
const BySession = ById.extend({ sessionId: SessionId })

/** The sessions of other users, for those who may read and update users. */
export const userSessionRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  parts,
) => {
  const { database, clock } = parts
  const { db } = database
  const toRead = requirePermission('users', 'read')
  const toUpdate = operatorRoute({ resource: 'users', action: 'update', on: 'person', confirm: false })
  const operating = (request: FastifyRequest) => ({ ...parts, operator: operatorOf(request) })

  app.get(
    '/identity/users/:id/sessions',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, params: ById, response: { 200: resultOf(z.array(UserSession)) } },
    },
    async (request) => {
      const { id } = request.params
      if (!(await findUser(db, id))) throw new AppError('NotFound')
      const own = hashOf(bearerToken(request) ?? '')
      const held = await listSessions(db, id, clock.now())
      return { result: held.map((session) => presentUserSession(session, own)) }
    },
  )

  app.delete(
    '/identity/users/:id/sessions',
    { ...toUpdate, schema: { tags, params: ById, response: { 200: resultOf(EndedSessions) } } },
    async (request) => ({ result: { ended: await endSessions(operating(request), request.params.id) } }),
  )

  app.delete(
    '/identity/users/:id/sessions/:sessionId',
    { ...toUpdate, schema: { tags, params: BySession, response: { 200: resultOf(EndedSessions) } } },
    async (request) => {
      const { id, sessionId } = request.params
      return { result: { ended: await endSession(operating(request), id, sessionId) } }
    },
  )
}
