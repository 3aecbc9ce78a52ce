import { setTimeout as pause } from 'node:timers/promises'
import {
  CreatePdfCode,
  Deleted,
  DeletePdfCode,
  ListPdfCodes,
  PatchPdfCode,
  PdfCode,
  PdfCodePage,
  PdfNameCheck,
  PdfVersion,
  pageMeta,
  pdfNameProblem,
  resultOf,
  Text,
} from '@scanleaf/shared'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { Db } from '../../platform/db/database'
import { acting, requireVerifiedEmail } from '../../platform/http/acting'
import { acceptMultipart } from '../../platform/http/multipart'
import { idempotentCallOf } from '../../platform/idempotency'
import { pdfFormHooks } from '../media'
import { deleteUserCodes, findUserCode, findUserCodes } from '../user-codes'
import { createPdf, type PdfContext, uploadedFile } from './create'
import { presentPdf, presentVersion } from './present'
import { changePdf, restoreVersion, versionsKeptSince } from './replace-file'
import { findPdf, findPdfByName, isNameFree, listPdfs, type PdfRow } from './repository'
import { listVersions, type PdfVersionRow } from './version-repository'

const ById = z.object({ id: z.uuid() })
const ByVersion = ById.extend({ versionId: z.uuid() })
const ByName = z.object({ name: Text })
const One = resultOf(PdfCode)
const Versions = resultOf(z.array(PdfVersion))
const tags = ['pdf-qrcodes']
const FORMS = ['application/json', 'multipart/form-data']
/** How long a response waits for the image of the first page, which is rendered in any case. */
const WAIT_FOR_PAGE_MS = 2_000

/** The PDF codes of the signed-in user (spec §7, "PDF codes"), under /gateway/api/qrcode. */
export const pdfCodeRoutes: FastifyPluginAsyncZod<PdfContext> = async (app, context) => {
  const { database, uploads, clock, firstPages } = context
  app.decorateRequest('pdfFile', null)
  await acceptMultipart(app)
  const form = pdfFormHooks('pdfFile', uploads)

  async function present(db: Db, userId: string, pdf: PdfRow | null): Promise<{ result: PdfCode }> {
    const code = pdf && (await findUserCode(db, userId, pdf.id))
    if (!pdf || !code) throw new AppError('NotFound')
    return { result: presentPdf(pdf, code, context) }
  }

  const presentById = async (db: Db, userId: string, id: string) =>
    present(db, userId, await findPdf(db, userId, id))

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
        { context, author, repeat, present: (tx, id) => presentById(tx, author.ownerId, id) },
        request.body,
        file,
      )
      await dropUnused(request, version)
      if (!version) return reply.code(201).send(answer.body)
      request.pdfFile = null
      await drawSoon(version)
      return reply.code(201).send(await presentById(database.db, author.ownerId, version.codeId))
    },
  )

  app.get(
    '/pdf-qrcodes',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'pdfs.list',
        summary: 'PDF codes, newest first',
        tags,
        querystring: ListPdfCodes,
        response: { 200: PdfCodePage },
      },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      const { rows, total } = await listPdfs(database.db, userId, request.query)
      const codes = await findUserCodes(
        database.db,
        userId,
        rows.map(({ id }) => id),
      )
      const byId = new Map(codes.map((code) => [code.id, code]))
      const result = rows.flatMap((pdf) => {
        const code = byId.get(pdf.id)
        return code ? [presentPdf(pdf, code, context)] : []
      })
      return { result, meta: pageMeta(total, request.query) }
    },
  )

  app.get(
    '/pdf-qrcodes/:id',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'pdfs.get',
        summary: 'One PDF code',
        tags,
        params: ById,
        response: { 200: One },
      },
    },
    async (request) => presentById(database.db, acting(request).ownerId, request.params.id),
  )

  app.get(
    '/pdf-qrcodes/name/:name',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'pdfs.getByName',
        summary: 'One PDF code, by its name',
        tags,
        params: ByName,
        response: { 200: One },
      },
    },
    async (request) => {
      const { ownerId: userId } = acting(request)
      const { name } = request.params
      const isName = name !== '' && pdfNameProblem(name) === null
      return present(database.db, userId, isName ? await findPdfByName(database.db, userId, name) : null)
    },
  )

  app.get(
    '/pdf-qrcodes/validate/:name',
    {
      config: { access: 'codes:create' },
      schema: {
        operationId: 'pdfs.validateName',
        tags,
        summary: 'Whether the caller can have this name; a creation decides again',
        params: ByName,
        response: { 200: resultOf(PdfNameCheck) },
      },
    },
    async (request) => {
      const { name } = request.params
      // An empty name is neutral (spec §5).
      if (name === '') return { result: { available: true } }
      if (pdfNameProblem(name) !== null) return { result: { available: false } }
      const { ownerId: userId } = acting(request)
      return { result: { available: await isNameFree(database.db, name, userId) } }
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
      return presentById(database.db, userId, request.params.id)
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
      const { ownerId: userId } = acting(request)
      const { id } = request.params
      await presentById(database.db, userId, id)
      const deleted = await deleteUserCodes(context, userId, [id], { isFinal: request.query.final })
      return { result: { deleted } }
    },
  )

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
      const { result } = await presentById(database.db, acting(request).ownerId, request.params.id)
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
      return presentById(database.db, userId, request.params.id)
    },
  )
}
