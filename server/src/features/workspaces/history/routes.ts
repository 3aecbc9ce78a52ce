import { Readable } from 'node:stream'
import { ListHistory, WorkspaceHistory } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { Database } from '../../../platform/db/database'
import { spreadsheetCsv } from '../../../platform/export/csv'
import { acting } from '../../../platform/http/acting'
import { contentDisposition } from '../../../platform/http/content-disposition'
import { requestLanguage } from '../../../platform/http/error-handler'
import { historyCsv, listHistory, listPeople } from './history'

const tags = ['workspaces']
const ById = z.object({ workspaceId: z.string() })
const PATH = '/:workspaceId/history'

/** Who did what in a workspace. */
export const historyRoutes: FastifyPluginAsyncZod<{ database: Database }> = async (
  app,
  { database: { db } },
) => {
  app.get(
    PATH,
    {
      config: { access: 'history:read' },
      schema: {
        tags,
        summary: 'Who did what, the newest first, 50 a page, with everybody who works there or did',
        params: ById,
        querystring: ListHistory,
        response: { 200: WorkspaceHistory },
      },
    },
    async (request) => {
      const { ownerId } = acting(request)
      const [history, people] = [await listHistory(db, ownerId, request.query), await listPeople(db, ownerId)]
      return { ...history, people }
    },
  )

  app.get(
    `${PATH}.csv`,
    {
      config: { access: 'history:read' },
      schema: { tags, summary: 'All of it as CSV', params: ById, querystring: ListHistory },
    },
    async (request, reply) => {
      const csv = spreadsheetCsv(requestLanguage(request))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('attachment', 'history.csv'))
        .send(Readable.from(historyCsv(db, acting(request).ownerId, request.query, csv)))
    },
  )
}
