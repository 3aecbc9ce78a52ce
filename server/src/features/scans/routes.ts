import {
  LoggedScan,
  RecentScansQuery,
  resultOf,
  Scans,
  ScansQuery,
  Sparklines,
  SparklinesQuery,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { acting } from '../../platform/http/acting'
import { rangeOf, scansOf, sparklinesOf } from './analytics/analytics'
import { codeSubjectOf, findOwnerSubject } from './analytics/repository'
import { recentScans } from './analytics/scan-log-repository'
import { csvRoutes } from './csv-routes'
import { liveRoutes } from './live-routes'

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
  const tags = ['scans']
  await app.register(csvRoutes, { database, files, clock })
  await app.register(liveRoutes, { database })

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
      const subject = await codeSubjectOf(db, acting(request).ownerId, request.params.id)
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
      const { id } = await codeSubjectOf(db, acting(request).ownerId, request.params.id)
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
}
