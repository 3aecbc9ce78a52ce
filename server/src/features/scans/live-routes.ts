import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Database } from '../../platform/db/database'
import { acting } from '../../platform/http/acting'
import { LiveCounters } from './analytics/live-counters'
import { codeSubjectOf, findOwnerSubject } from './analytics/repository'
import { openOwner } from './repository'

const ById = z.object({ id: z.uuid() })
const tags = ['scans']

/** Counters, told while a screen watches them. */
export const liveRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (app, { database }) => {
  const { db } = database
  const live = new LiveCounters(database, (err) => app.log.error({ err }, 'live counters cannot be read'))
  app.addHook('preClose', () => live.close())

  app.get(
    '/user-codes/:id/scans/live',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.liveOfCode',
        summary: 'The counter of one code, as server-sent events',
        tags,
        params: ById,
      },
    },
    async (request, reply) => {
      const { id, total } = await codeSubjectOf(db, acting(request).ownerId, request.params.id)
      return sendEvents(reply, await live.watch(acting(request).personId, id, total))
    },
  )

  app.get(
    '/scans/live',
    {
      config: { access: 'scans:read' },
      schema: { operationId: 'scans.live', summary: 'The counter of all codes, as server-sent events', tags },
    },
    async (request, reply) => {
      const { ownerId, personId } = acting(request)
      const { id, total } = await findOwnerSubject(db, ownerId)
      return sendEvents(reply, await live.watch(personId, id ?? (await openOwner(db, ownerId)), total))
    },
  )
}

const sendEvents = (reply: FastifyReply, events: Readable) =>
  reply
    .type('text/event-stream; charset=utf-8')
    // Proxies like nginx buffer responses until they are complete.
    .header('x-accel-buffering', 'no')
    .send(events)
