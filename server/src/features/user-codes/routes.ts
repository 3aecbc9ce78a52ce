import {
  CreateUserCode,
  Deleted,
  DeleteMany,
  ListUserCodes,
  PatchUserCode,
  pageMeta,
  pageOf,
  ReservedId,
  resultOf,
  UserCode,
  ValidateUserCode,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { AppError } from '../../platform/app-error'
import { currentUser, requireUser } from '../../platform/session'
import { drawCode, IMAGE_FORMATS, IMAGE_TYPE } from './image'
import { type Addresses, codeRedirectOf, presentUserCode } from './present'
import { findByImageKey, findUserCode, listUserCodes } from './repository'
import { changeUserCode, createUserCode, removeUserCodes, reserveId, type UserCodeContext } from './service'

export type UserCodeOptions = UserCodeContext & Addresses

const ById = z.object({ id: z.uuid() })
const ImageById = ById.extend({ format: z.enum(IMAGE_FORMATS) })
const ImageSize = z.object({ size: z.coerce.number().int().min(200).max(4000).default(1000) })
const One = resultOf(UserCode)

/** The codes of the signed-in user (spec §7, "User codes"), under /gateway/api/qrcode. */
export const userCodeRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
  const { database, codeHost } = options
  const present = (row: Parameters<typeof presentUserCode>[0]) => presentUserCode(row, options)
  const tags = ['user-codes']
  app.addHook('onRequest', requireUser)

  app.post(
    '/user-codes',
    { schema: { tags, body: CreateUserCode, response: { 201: One } } },
    async (request, reply) => {
      const row = await createUserCode(options, currentUser(request), request.body)
      return reply.code(201).send({ result: present(row) })
    },
  )

  app.post(
    '/user-codes/validate',
    {
      schema: { tags, body: ValidateUserCode, response: { 200: resultOf(z.object({ valid: z.boolean() })) } },
    },
    async () => ({ result: { valid: true } }),
  )

  app.get(
    '/user-codes',
    { schema: { tags, querystring: ListUserCodes, response: { 200: pageOf(UserCode) } } },
    async (request) => {
      const { rows, total } = await listUserCodes(database.db, currentUser(request).id, request.query)
      return { result: rows.map(present), meta: pageMeta(total, request.query) }
    },
  )

  app.get('/user-codes/:id', { schema: { tags, params: ById, response: { 200: One } } }, async (request) => {
    const row = await findUserCode(database.db, currentUser(request).id, request.params.id)
    if (!row) throw new AppError('NotFound')
    return { result: present(row) }
  })

  app.get(
    '/user-codes/:id/image.:format',
    { schema: { tags, params: ImageById, querystring: ImageSize } },
    async (request, reply) => {
      const row = await findUserCode(database.db, currentUser(request).id, request.params.id)
      if (!row) throw new AppError('NotFound')
      const { format } = request.params
      const code = { codeRedirect: codeRedirectOf(row, codeHost), codeContent: row.codeContent }
      return reply
        .type(IMAGE_TYPE[format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${row.dynamicId ?? 'qrcode'}.${format}"`)
        .send(drawCode(code, format, request.query.size))
    },
  )

  app.patch(
    '/user-codes/:id',
    { schema: { tags, params: ById, body: PatchUserCode, response: { 200: One } } },
    async (request) => ({
      result: present(
        await changeUserCode(options, currentUser(request).id, request.params.id, request.body),
      ),
    }),
  )

  app.delete(
    '/user-codes/:id',
    { schema: { tags, params: ById, response: { 200: resultOf(Deleted) } } },
    async (request) => ({
      result: { deleted: await removeUserCodes(options, currentUser(request).id, [request.params.id]) },
    }),
  )

  app.delete(
    '/user-codes',
    { schema: { tags, body: DeleteMany, response: { 200: resultOf(Deleted) } } },
    async (request) => ({
      result: { deleted: await removeUserCodes(options, currentUser(request).id, request.body.deleted) },
    }),
  )

  app.post(
    '/dynamic-codes',
    { schema: { tags, response: { 201: resultOf(ReservedId) } } },
    async (request, reply) => {
      const dynamicId = await reserveId(options, currentUser(request).id)
      return reply.code(201).send({ result: { dynamicId, codeRedirect: `${codeHost}/${dynamicId}` } })
    },
  )
}

const PublicImage = z.object({
  imageKey: z.string().regex(/^[A-Za-z0-9_-]{20}$/),
  format: z.enum(IMAGE_FORMATS),
})

/** The images that `qrImageUrl` names: open, under an unguessable key. */
export const userCodeImages: FastifyPluginAsyncZod<UserCodeOptions> = async (app, { database, codeHost }) => {
  app.get(
    '/media/codes/:imageKey.:format',
    { schema: { tags: ['media'], params: PublicImage, querystring: ImageSize } },
    async (request, reply) => {
      const row = await findByImageKey(database.db, request.params.imageKey)
      if (!row) throw new AppError('NotFound')
      const code = { codeRedirect: codeRedirectOf(row, codeHost), codeContent: row.codeContent }
      return reply
        .type(IMAGE_TYPE[request.params.format])
        .header('cache-control', 'private, max-age=300')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(drawCode(code, request.params.format, request.query.size))
    },
  )
}
