import { Readable } from 'node:stream'
import { addDays, type ScanDays, ScansCsvQuery, startOfDay } from '@scanleaf/shared'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Clock } from '../../platform/clock'
import type { Database } from '../../platform/db/database'
import type { FileStore } from '../../platform/files/file-store'
import { acting } from '../../platform/http/acting'
import { requestLanguage } from '../../platform/http/error-handler'
import { daysOf } from './analytics/analytics'
import { type CsvForm, codeCsv, ownerCsv } from './analytics/csv-export'
import { codeSubjectOf } from './analytics/repository'
import { keptScans } from './archive/kept-scans'

const ById = z.object({ id: z.uuid() })
const tags = ['scans']

interface CsvRouteDependencies {
  database: Database
  files: FileStore
  clock: Clock
}

/** Every scan as a row, as far back as the log and its archive go. */
export const csvRoutes: FastifyPluginAsyncZod<CsvRouteDependencies> = async (
  app,
  { database: { db, replica }, files, clock },
) => {
  const kept = keptScans(replica, files)

  const spanOf = (query: z.output<typeof ScanDays>): { from: Date; to: Date } => {
    const { from, to, zone } = daysOf(query, clock.now())
    return { from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) }
  }

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
      const { id } = await codeSubjectOf(db, acting(request).ownerId, request.params.id)
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
