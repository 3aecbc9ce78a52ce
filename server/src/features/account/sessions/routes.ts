import { resultOf, UserSession, VerifiedSession } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { bearerToken, currentUser } from '../../../platform/http/session'
import { requireAdmin } from '../authorization'
import { hashOf } from '../tokens'
import { presentSession, presentUserSession, SessionId } from './present'
import { deleteSession, deleteSessionByPrefix, deleteSessionsOf, listSessions } from './repository'

/** How many sessions ended. */
export const EndedSessions = z.object({ ended: z.number().int() })

const tags = ['identity']
const TOKEN = /^[A-Za-z0-9_-]{1,256}$/

/** The calls that ask who a session belongs to, open and under two names each. */
const VERIFY_CALLS = [
  { header: 'x-access-token', urls: ['/identity/sessions/verify-token', '/verify-token'] },
  { header: 'x-session-id', urls: ['/identity/sessions/verify', '/verify-session'] },
] as const

export const sessionRoutes: FastifyPluginAsyncZod<{ database: Database; clock: Clock }> = async (
  app,
  { database, clock },
) => {
  for (const { header, urls } of VERIFY_CALLS)
    for (const url of urls)
      app.get(
        url,
        {
          config: { access: 'public' },
          schema: {
            tags,
            summary: `Whether the session of the ${header} header holds, and whose it is`,
            security: [],
            response: { 200: resultOf(VerifiedSession) },
          },
        },
        async (request) => {
          const token = request.headers[header]
          const isToken = typeof token === 'string' && TOKEN.test(token)
          const user = isToken ? await app.verifySession(token) : null
          if (!user) throw new AppError('Unauthorized')
          return { result: presentSession(user) }
        },
      )

  for (const url of ['/identity/admin/verify', '/admin/verify'])
    app.get(
      url,
      {
        config: { access: 'operator' },
        onRequest: requireAdmin,
        schema: {
          tags,
          summary: 'Whether the caller is an administrator',
          response: { 200: resultOf(VerifiedSession) },
        },
      },
      async (request) => ({ result: presentSession(currentUser(request)) }),
    )

  app.delete(
    '/identity/sessions/current',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Sign out', response: { 200: resultOf(EndedSessions) } },
    },
    async (request) => ({
      result: { ended: await deleteSession(database.db, hashOf(bearerToken(request) ?? '')) },
    }),
  )

  app.delete(
    '/identity/sessions',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Sign out everywhere', response: { 200: resultOf(EndedSessions) } },
    },
    async (request) => ({
      result: { ended: await deleteSessionsOf(database.db, currentUser(request).id) },
    }),
  )

  app.get(
    '/identity/sessions',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Own sessions', response: { 200: resultOf(z.array(UserSession)) } },
    },
    async (request) => {
      const own = hashOf(bearerToken(request) ?? '')
      const held = await listSessions(database.db, currentUser(request).id, clock.now())
      return { result: held.map((session) => presentUserSession(session, own)) }
    },
  )

  app.delete(
    '/identity/sessions/others',
    {
      config: { access: 'person' },
      schema: { tags, summary: 'Sign out everywhere else', response: { 200: resultOf(EndedSessions) } },
    },
    async (request) => ({
      result: {
        ended: await deleteSessionsOf(
          database.db,
          currentUser(request).id,
          hashOf(bearerToken(request) ?? ''),
        ),
      },
    }),
  )

  app.delete(
    '/identity/sessions/:id',
    {
      config: { access: 'person' },
      schema: {
        tags,
        summary: 'End one of the own sessions',
        params: z.object({ id: SessionId }),
        response: { 200: resultOf(EndedSessions) },
      },
    },
    async (request) => {
      const ended = await deleteSessionByPrefix(database.db, currentUser(request).id, request.params.id)
      if (ended === 0) throw new AppError('NotFound')
      return { result: { ended } }
    },
  )
}
