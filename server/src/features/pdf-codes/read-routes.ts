import {
  ListPdfCodes,
  PdfCode,
  PdfCodePage,
  PdfNameCheck,
  pageMeta,
  pdfNameProblem,
  resultOf,
  Text,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting } from '../../platform/http/acting'
import { findUserCodes } from '../user-codes'
import type { PdfContext } from './create'
import { onePdf, onePdfById } from './one-pdf'
import { presentPdf } from './present'
import { findPdfByName, isNameFree, listPdfs } from './repository'

const ById = z.object({ id: z.uuid() })
const ByName = z.object({ name: Text })
const One = resultOf(PdfCode)
const tags = ['pdf-qrcodes']

/** The list of PDF codes, one of them, and which names are free. */
export const readRoutes: FastifyPluginAsyncZod<PdfContext> = async (app, context) => {
  const { database } = context

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
    async (request) => onePdfById(context, database.db, acting(request).ownerId, request.params.id),
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
      return onePdf(
        context,
        database.db,
        userId,
        isName ? await findPdfByName(database.db, userId, name) : null,
      )
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
}
