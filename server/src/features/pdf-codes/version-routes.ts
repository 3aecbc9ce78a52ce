import { PdfCode, PdfVersion, resultOf } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting } from '../../platform/http/acting'
import type { PdfContext } from './create'
import { onePdfById } from './one-pdf'
import { presentVersion } from './present'
import { restoreVersion, versionsKeptSince } from './replace-file'
import { listVersions } from './version-repository'

const ById = z.object({ id: z.uuid() })
const ByVersion = ById.extend({ versionId: z.uuid() })
const One = resultOf(PdfCode)
const Versions = resultOf(z.array(PdfVersion))
const tags = ['pdf-qrcodes']

/** Files that a PDF code had before, and the way back to one. */
export const versionRoutes: FastifyPluginAsyncZod<PdfContext> = async (app, context) => {
  const { database, clock } = context

  app.get(
    '/pdf-qrcodes/:id/versions',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'pdfs.listVersions',
        summary: 'Versions of the file that can be restored, newest first',
        tags,
        params: ById,
        response: { 200: Versions },
      },
    },
    async (request) => {
      const { result } = await onePdfById(context, database.db, acting(request).ownerId, request.params.id)
      const versions = await listVersions(database.db, result.id, versionsKeptSince(clock.now()))
      return { result: versions.map(presentVersion) }
    },
  )

  app.post(
    '/pdf-qrcodes/:id/versions/:versionId/restore',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'pdfs.restoreVersion',
        summary: 'Make an older version of the file the newest',
        tags,
        params: ByVersion,
        response: { 200: One },
      },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      await restoreVersion(context, userId, request.params.id, request.params.versionId)
      return onePdfById(context, database.db, userId, request.params.id)
    },
  )
}
