import { Readable } from 'node:stream'
import { BulkRows, ListBulkRows, MendedBulkRow } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { spreadsheetCsv } from '../../../platform/export/csv'
import { acting } from '../../../platform/http/acting'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { requestLanguage } from '../../../platform/http/error-handler'
import { patchRow } from '../create/patch-row'
import { reportCsv } from '../report-csv'
import { findOwn } from '../repository'
import { findRows } from '../rows-repository'
import { ById, PATH, presenterOf, type RouteOptions, tags } from './route-context'

const ROWS_PER_PAGE = 100

export const rowRoutes: FastifyPluginAsyncZod<RouteOptions> = async (app, options) => {
  const { db } = options.database

  app.get(
    `${PATH}/:id/rows`,
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'batches.listRows',
        tags,
        summary: 'Rows of a run with their problems, 100 a page',
        params: ById,
        querystring: ListBulkRows,
        response: { 200: BulkRows },
      },
    },
    async (request) => {
      const run = await findOwn(db, acting(request), request.params.id)
      const { cursor: after = 0, ...filter } = request.query
      const rows = await findRows(db, run.id, { ...filter, after, limit: ROWS_PER_PAGE + 1 })
      const shown = rows.slice(0, ROWS_PER_PAGE)
      return {
        result: await presenterOf(options, request).rows(db, run, shown),
        meta: { nextCursor: rows.length > shown.length ? (shown.at(-1)?.row ?? null) : null },
      }
    },
  )

  app.patch(
    `${PATH}/:id/rows/:row`,
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'batches.updateRow',
        tags,
        summary: 'Correct a skipped row of new codes before the start; the body is the row',
        params: ById.extend({ row: z.coerce.number().int().positive().max(1_000_000) }),
        body: z.unknown(),
        response: { 200: MendedBulkRow },
      },
    },
    async (request) => {
      const { id, row } = request.params
      const repaired = await patchRow(options, acting(request), id, row, request.body)
      const presenter = presenterOf(options, request)
      const [shown] = await presenter.rows(db, repaired.run, [repaired.row])
      if (!shown) throw new Error('a row is presented as one')
      return { result: { row: shown, run: await presenter.run(db, repaired.run) } }
    },
  )

  app.get(
    `${PATH}/:id/report.csv`,
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'batches.report',
        tags,
        summary: 'All rows of a run with what became of them, as CSV',
        params: ById,
      },
    },
    async (request, reply) => {
      const run = await findOwn(db, acting(request), request.params.id)
      const csv = spreadsheetCsv(requestLanguage(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', `${run.kind}-${run.id}.csv`))
        .send(Readable.from(reportCsv(db, run, presenterOf(options, request), csv)))
    },
  )
}
