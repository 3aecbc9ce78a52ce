import { PageOfCode, PageVersion, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting, requireConfirmedPerson } from '../../platform/http/acting'
import type { PagesContext } from './judged-page'
import { onePage } from './one-page'
import { presentVersion } from './present'
import { listVersions } from './repository'
import { restoreVersion } from './service'

const ById = z.object({ id: z.uuid() })
const ByVersion = ById.extend({ versionId: z.uuid() })
const One = resultOf(PageOfCode)
const tags = ['pages']

/** What visitors saw before, and the way back to it. */
export const versionRoutes: FastifyPluginAsyncZod<PagesContext> = async (app, context) => {
  const { database } = context

  app.get(
    '/pages/:id/versions',
    {
      config: { access: 'codes:read' },
      schema: {
        tags,
        operationId: 'pages.listVersions',
        summary: 'What visitors see, and what they saw within the last 30 days',
        params: ById,
        response: { 200: resultOf(z.array(PageVersion)) },
      },
    },
    async (request) => {
      const { result } = await onePage(context, database.db, acting(request).ownerId, request.params.id)
      return { result: (await listVersions(database.db, result.id)).map(presentVersion) }
    },
  )

  app.post(
    '/pages/:id/versions/:versionId/restore',
    {
      config: { access: 'codes:write' },
      schema: {
        tags,
        operationId: 'pages.restoreVersion',
        summary: 'Show visitors an earlier version; the draft and what is sold out stay',
        params: ByVersion,
        response: { 200: One },
      },
    },
    async (request) => {
      const author = acting(request)
      const { id, versionId } = request.params
      const mayChangeAccount = () => requireConfirmedPerson(request)
      await restoreVersion(context, author, id, { versionId, mayChangeAccount })
      return onePage(context, database.db, author.ownerId, id)
    },
  )
}
