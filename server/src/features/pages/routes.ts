import { ChangeMenuItems, CreatePage, PageOfCode, PublishPage, resultOf, SavePage } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { FileStore } from '../../platform/files/file-store'
import { acting, requireConfirmedPerson, requireVerifiedEmail } from '../../platform/http/acting'
import { idempotentCallOf } from '../../platform/idempotency'
import type { ImageDecoder } from '../media'
import type { PagesContext } from './judged-page'
import { onePage } from './one-page'
import { pictureRoutes } from './picture-routes'
import { changeMenuItems, createPage, publishPage, savePage } from './service'
import { versionRoutes } from './version-routes'

const ById = z.object({ id: z.uuid() })
const One = resultOf(PageOfCode)
const tags = ['pages']
const reading = { access: 'codes:read' } as const
const writing = { access: 'codes:write' } as const

/** The pages behind dynamic codes, under /gateway/api/qrcode. */
export const pageRoutes: FastifyPluginAsyncZod<
  PagesContext & { files: FileStore; decoder: ImageDecoder }
> = async (app, context) => {
  const { database } = context

  app.post(
    '/pages',
    {
      config: { access: 'codes:create', isHeavy: true, isRepeatable: true },
      onRequest: requireVerifiedEmail,
      schema: {
        tags,
        operationId: 'pages.create',
        summary: 'A new dynamic code that leads to a page of its own, a draft at first',
        body: CreatePage,
        response: { 201: One },
      },
    },
    async (request, reply) => {
      const author = acting(request)
      const repeat = idempotentCallOf(request, 'POST /pages')
      const { statusCode, body } = await createPage(context, author, repeat, request.body, (tx, id) =>
        onePage(context, tx, author.ownerId, id),
      )
      return reply.code(statusCode as 201).send(body)
    },
  )

  app.get(
    '/pages/:id',
    {
      config: reading,
      schema: {
        tags,
        operationId: 'pages.get',
        summary: 'The page of a dynamic code: its draft, and what visitors see',
        params: ById,
        response: { 200: One },
      },
    },
    async (request) => onePage(context, database.db, acting(request).ownerId, request.params.id),
  )

  app.put(
    '/pages/:id',
    {
      config: writing,
      onRequest: requireVerifiedEmail,
      schema: {
        tags,
        operationId: 'pages.saveDraft',
        summary:
          'Save the draft; with revision 0 a dynamic code gets a page, to which it leads once that is published. Prices and what is sold out stay as they are stored',
        params: ById,
        body: SavePage,
        response: { 200: One },
      },
    },
    async (request) => {
      const author = acting(request)
      await savePage(context, author, request.params.id, request.body)
      return onePage(context, database.db, author.ownerId, request.params.id)
    },
  )

  app.post(
    '/pages/:id/publish',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'pages.publish',
        summary:
          'Show the draft to visitors; another account to be paid to needs a session that confirmed who it is',
        params: ById,
        body: PublishPage,
        response: { 200: One },
      },
    },
    async (request) => {
      const author = acting(request)
      const { id } = request.params
      const mayChangeAccount = () => requireConfirmedPerson(request)
      await publishPage(context, author, id, { ...request.body, mayChangeAccount })
      return onePage(context, database.db, author.ownerId, id)
    },
  )

  app.patch(
    '/pages/:id/menu-items',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'pages.changeMenuItems',
        summary: 'Change prices and what is sold out, which visitors see at once',
        params: ById,
        body: ChangeMenuItems,
        response: { 200: One },
      },
    },
    async (request) => {
      const author = acting(request)
      await changeMenuItems(context, author, request.params.id, request.body)
      return onePage(context, database.db, author.ownerId, request.params.id)
    },
  )

  await versionRoutes(app, context)
  // Apart from the others, which take no forms.
  await app.register(pictureRoutes, { ...context, prefix: '' })
}
