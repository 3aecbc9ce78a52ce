import { setTimeout as pause } from 'node:timers/promises'
import { CreatePdfCode, Deleted, DeletePdfCode, PatchPdfCode, PdfCode, resultOf } from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting, requireVerifiedEmail } from '../../platform/http/acting'
import { acceptMultipart } from '../../platform/http/multipart'
import { idempotentCallOf } from '../../platform/idempotency'
import { pdfFormHooks } from '../media'
import { deleteUserCodes } from '../user-codes'
import { createPdf, type PdfContext, uploadedFile } from './create'
import { onePdfById } from './one-pdf'
import { readRoutes } from './read-routes'
import { changePdf } from './replace-file'
import type { PdfVersionRow } from './version-repository'
import { versionRoutes } from './version-routes'

const ById = z.object({ id: z.uuid() })
const One = resultOf(PdfCode)
const tags = ['pdf-qrcodes']
const FORMS = ['application/json', 'multipart/form-data']
/** How long a response waits for the image of the first page, which is rendered in any case. */
const WAIT_FOR_PAGE_MS = 2_000

/** The PDF codes of the signed-in user (spec §7, "PDF codes"), under /gateway/api/qrcode. */
export const pdfCodeRoutes: FastifyPluginAsyncZod<PdfContext> = async (app, context) => {
  const { database, uploads, firstPages } = context
  app.decorateRequest('pdfFile', null)
  await acceptMultipart(app)
  const form = pdfFormHooks('pdfFile', uploads)
  await readRoutes(app, context)
  await versionRoutes(app, context)

  /** Deletes the file of a call that changed nothing. */
  async function dropUnused(request: FastifyRequest, version: PdfVersionRow | null): Promise<void> {
    if (!request.pdfFile || version) return
    await uploads.remove(request.pdfFile.id)
    request.pdfFile = null
  }

  async function drawSoon(version: PdfVersionRow): Promise<void> {
    await Promise.race([firstPages.draw(version), pause(WAIT_FOR_PAGE_MS, undefined, { ref: false })])
  }

  app.post(
    '/pdf-qrcodes',
    {
      config: { access: 'codes:create', isHeavy: true, isRepeatable: true },
      ...form,
      onRequest: requireVerifiedEmail,
      schema: {
        operationId: 'pdfs.create',
        tags,
        summary: 'Save a PDF code: a form with the file `pdfFile`, or JSON with the `pdfUrl` of an upload',
        consumes: FORMS,
        body: CreatePdfCode,
        response: { 201: One },
      },
    },
    async (request, reply) => {
      const author = acting(request)
      const file = request.pdfFile ?? (await uploadedFile(context, author.ownerId, request.body.pdfUrl))
      const repeat = idempotentCallOf(request, 'POST /pdf-qrcodes', file.sha256)
      const { answer, version } = await createPdf(
        { context, author, repeat, present: (tx, id) => onePdfById(context, tx, author.ownerId, id) },
        request.body,
        file,
      )
      await dropUnused(request, version)
      if (!version) return reply.code(201).send(answer.body)
      request.pdfFile = null
      await drawSoon(version)
      return reply.code(201).send(await onePdfById(context, database.db, author.ownerId, version.codeId))
    },
  )

  app.patch(
    '/pdf-qrcodes/:id',
    {
      config: { access: 'codes:write', isHeavy: true },
      ...form,
      schema: {
        operationId: 'pdfs.update',
        summary: 'Change a PDF code; a new file becomes its newest version',
        tags,
        consumes: FORMS,
        params: ById,
        body: PatchPdfCode,
        response: { 200: One },
      },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      const version = await changePdf(context, userId, request.params.id, request.body, request.pdfFile)
      await dropUnused(request, version)
      request.pdfFile = null
      if (version) await drawSoon(version)
      return onePdfById(context, database.db, userId, request.params.id)
    },
  )

  app.delete(
    '/pdf-qrcodes/:id',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'pdfs.delete',
        tags,
        summary:
          'Move a PDF code to the trash; with `final` it is deleted for good, and its name is free at once',
        params: ById,
        querystring: DeletePdfCode,
        response: { 200: resultOf(Deleted) },
      },
    },
    async (request) => {
      const caller = acting(request)
      const { id } = request.params
      await onePdfById(context, database.db, caller.ownerId, id)
      const deleted = await deleteUserCodes(context, caller, [id], { isFinal: request.query.final })
      return { result: { deleted } }
    },
  )
}
