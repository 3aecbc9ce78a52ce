import { Readable } from 'node:stream'
import {
  addDays,
  LoggedScan,
  RecentScansQuery,
  resultOf,
  type ScanDays,
  Scans,
  ScansCsvQuery,
  ScansQuery,
  Sparklines,
  SparklinesQuery,
  startOfDay,
} from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { acting } from '../../platform/http/acting'
import { requestLanguage } from '../../platform/http/error-handler'
import { daysOf, rangeOf, scansOf, sparklinesOf } from './analytics/analytics'
import { type CsvForm, codeCsv, ownerCsv } from './analytics/csv-export'
import { LiveCounters } from './analytics/live-counters'
import { findCodeSubject, findOwnerSubject, type Subject } from './analytics/repository'
import { recentScans } from './analytics/scan-log-repository'
import { keptScans } from './archive/kept-scans'
import { openOwner } from './repository'

const ById = z.object({ id: z.uuid() })
const One = resultOf(Scans)

interface ScanRouteDependencies {
  database: Database
  files: FileStore
  clock: Clock
}

/** What became of the signed-in user's codes, under /gateway/api/qrcode. Other people's codes are 404. */
export const scanRoutes: FastifyPluginAsyncZod<ScanRouteDependencies> = async (
  app,
  { database, files, clock },
) => {
  const { db, replica } = database
  const kept = keptScans(replica, files)
  const tags = ['scans']
  const live = new LiveCounters(database, (err) => app.log.error({ err }, 'live counters cannot be read'))
  app.addHook('preClose', () => live.close())

  async function codeOf(request: FastifyRequest, id: string): Promise<Subject & { id: string }> {
    const subject = await findCodeSubject(db, acting(request).ownerId, id)
    if (!subject) throw new AppError('NotFound')
    return { ...subject, id }
  }

  const spanOf = (query: z.output<typeof ScanDays>): { from: Date; to: Date } => {
    const { from, to, zone } = daysOf(query, clock.now())
    return { from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) }
  }

  app.get(
    '/user-codes/:id/scans',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.getOfCode',
        summary: 'Scans of one code by day, and what they were made with',
        tags,
        params: ById,
        querystring: ScansQuery,
        response: { 200: One },
      },
    },
    async (request) => {
      const now = clock.now()
      const subject = await codeOf(request, request.params.id)
      return { result: await scansOf(replica, subject, rangeOf(request.query, now), { isOwner: false, now }) }
    },
  )

  app.get(
    '/scans',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.get',
        summary: 'Scans of all codes by day',
        tags,
        querystring: ScansQuery,
        response: { 200: One },
      },
    },
    async (request) => {
      const now = clock.now()
      const owner = await findOwnerSubject(db, acting(request).ownerId)
      return { result: await scansOf(replica, owner, rangeOf(request.query, now), { isOwner: true, now }) }
    },
  )

  app.get(
    '/user-codes/:id/scans/recent',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.listRecent',
        summary: 'The latest scans of one code',
        tags,
        params: ById,
        querystring: RecentScansQuery,
        response: { 200: resultOf(z.array(LoggedScan)) },
      },
    },
    async (request) => {
      const { id } = await codeOf(request, request.params.id)
      const rows = await recentScans(replica, id, { ...request.query, now: clock.now() })
      return {
        result: rows.map((row, place) => ({
          ...row,
          id: `${row.at.getTime()}-${rows.length - place}`,
          at: row.at.toISOString(),
        })),
      }
    },
  )

  app.get(
    '/user-codes/sparklines',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.sparklines',
        summary: 'Scans a day of several codes',
        tags,
        querystring: SparklinesQuery,
        response: { 200: resultOf(Sparklines) },
      },
    },
    async (request) => ({
      result: await sparklinesOf(replica, acting(request).ownerId, request.query, clock.now()),
    }),
  )

  app.get(
    '/user-codes/:id/scans.csv',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.csvOfCode',
        summary: 'Scans of one code as CSV',
        tags,
        params: ById,
        querystring: ScansCsvQuery,
      },
    },
    async (request, reply) => {
      const span = spanOf(request.query)
      const { id } = await codeOf(request, request.params.id)
      return sendCsv(reply, `scans-${id}.csv`, codeCsv(kept, id, span, formOf(request, request.query)))
    },
  )

  app.get(
    '/scans.csv',
    {
      config: { access: 'scans:read' },
      schema: {
        operationId: 'scans.csv',
        summary: 'Scans of all codes as CSV',
        tags,
        querystring: ScansCsvQuery,
      },
    },
    async (request, reply) => {
      const form = formOf(request, request.query)
      const pieces = ownerCsv(kept, acting(request).ownerId, spanOf(request.query), form)
      return sendCsv(reply, 'scans.csv', pieces)
    },
  )

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
      const { id, total } = await codeOf(request, request.params.id)
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

const formOf = (request: FastifyRequest, { dialect, zone }: z.output<typeof ScansCsvQuery>): CsvForm => ({
  dialect,
  zone,
  language: requestLanguage(request),
})

const sendCsv = (reply: FastifyReply, file: string, pieces: AsyncGenerator<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file}"`)
    .send(Readable.from(pieces))

const sendEvents = (reply: FastifyReply, events: Readable) =>
  reply
    .type('text/event-stream; charset=utf-8')
    // Proxies like nginx buffer responses until they are complete.
    .header('x-accel-buffering', 'no')
    .send(events)
