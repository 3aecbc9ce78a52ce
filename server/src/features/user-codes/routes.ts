import {
  CreateUserCode,
  CreateUserCodes,
  Deleted,
  DeleteMany,
  ListTags,
  ListUserCodes,
  MAX_IMAGE_BYTES,
  PatchUserCode,
  ReservedId,
  Restored,
  RestoreMany,
  resultOf,
  SetLogo,
  SetStates,
  StateChanged,
  UserCode,
  UserCodeChange,
  UserCodePage,
  UserCodeTags,
  ValidateUserCode,
} from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import type { FileStore } from '../../platform/files/file-store'
import { acting, requireVerifiedEmail } from '../../platform/http/acting'
import { acceptMultipart } from '../../platform/http/multipart'
import { formFileHash, spooledFormHooks } from '../../platform/http/spooled-file'
import { idempotentCallOf } from '../../platform/idempotency'
import { findChanges, presentChange } from './change-log'
import { addonOf, type UserCodeContext } from './create'
import { CodeImages } from './images/code-image'
import { ownImage, publicImage } from './images/routes'
import { listUserCodes } from './list/list'
import { tagTotalsOf } from './list/repository'
import { pathRoutes } from './paths/routes'
import { type Addresses, linkBaseOf, presentUserCode } from './present'
import { findLinkHost, findUserCode, type UserCodeRow } from './repository'
import { revertChange } from './revert-change'
import { ruleRoutes } from './rules/routes'
import { duplicateCode, saveCode, saveCodes } from './save'
import { trashRoutes } from './trash/routes'
import { deleteUserCodes, restoreUserCodes } from './trash/trash'
import { changeUserCode, setLogo, setStates } from './update'
import { reserveId } from './write/take-ids'

export type UserCodeOptions = UserCodeContext & Addresses & { files: FileStore }

const ById = z.object({ id: z.uuid() })
const One = resultOf(UserCode)
const tags = ['user-codes']

/** The codes of the signed-in user (spec §7, "User codes"), and their public pictures. */
export const userCodeRoutes: FastifyPluginAsync<UserCodeOptions> = async (app, options) => {
  const { database, codeHost } = options
  const images = new CodeImages(options.generator, codeHost)
  const prefix = '/gateway/api/qrcode'
  for (const routes of [
    saveRoutes,
    listRoutes,
    trashRoutes,
    pathRoutes,
    ruleRoutes,
    codeRoutes,
    changeRoutes,
  ])
    await app.register(routes, { prefix, ...options })
  await app.register(ownImage, { prefix, database, codeHost, images })
  await app.register(publicImage, { database, codeHost, images })
}

const saveRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
  app.addHook('onRequest', requireVerifiedEmail)
  app.decorateRequest('formFile', null)
  await acceptMultipart(app)
  const form = spooledFormHooks(
    { field: 'qrImage', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'image-max-size' },
    options.files,
  )
  const presentOne = ([row]: UserCodeRow[]) => ({ result: presentUserCode(row as UserCodeRow, options) })
  const presentAll = (rows: UserCodeRow[]) => ({ result: rows.map((row) => presentUserCode(row, options)) })

  app.post(
    '/user-codes',
    {
      config: { access: 'codes:create', isRepeatable: true },
      ...form,
      schema: {
        operationId: 'codes.create',
        tags,
        summary:
          'Save a code, as JSON or as a form with the file `qrImage`; one for a PDF, under the id that the own code of the PDF has, is that code',
        consumes: ['application/json', 'multipart/form-data'],
        body: CreateUserCode,
        response: { 201: One },
      },
    },
    async (request, reply) => {
      const repeat = idempotentCallOf(request, 'POST /user-codes', await formFileHash(request))
      const saving = { context: options, author: acting(request), repeat, present: presentOne }
      const { body } = await saveCode(saving, request.body, request.formFile)
      return reply.code(201).send(body)
    },
  )

  app.post(
    '/user-codes/bulk',
    {
      config: { access: 'codes:create', isRepeatable: true },
      schema: {
        operationId: 'codes.createMany',
        summary: 'Save several codes, all or none',
        tags,
        body: CreateUserCodes,
        response: { 201: resultOf(z.array(UserCode)) },
      },
    },
    async (request, reply) => {
      const repeat = idempotentCallOf(request, 'POST /user-codes/bulk')
      const saving = { context: options, author: acting(request), repeat, present: presentAll }
      const { body } = await saveCodes(saving, request.body.codes)
      return reply.code(201).send(body)
    },
  )

  app.post(
    '/user-codes/:id/duplicate',
    {
      config: { access: 'codes:create' },
      schema: {
        operationId: 'codes.duplicate',
        summary: 'Save a copy of a code, with an ID of its own',
        tags,
        params: ById,
        response: { 201: One },
      },
    },
    async (request, reply) => {
      const row = await duplicateCode(options, acting(request), request.params.id)
      return reply.code(201).send({ result: presentUserCode(row, options) })
    },
  )

  app.post(
    '/user-codes/validate',
    {
      config: { access: 'codes:create' },
      schema: {
        operationId: 'codes.validate',
        summary: 'Whether the plan has room for another code',
        tags,
        body: ValidateUserCode,
        response: { 200: resultOf(z.object({ valid: z.boolean() })) },
      },
    },
    async (request) => {
      const addon = addonOf(request.body.isDynamicCode ? 'dynamic-code' : 'static-code')
      await options.quotas.refuseFull(options.database.db, acting(request).ownerId, addon)
      return { result: { valid: true } }
    },
  )

  app.post(
    '/dynamic-codes',
    {
      config: { access: 'codes:create' },
      schema: {
        operationId: 'codes.reserveId',
        summary: 'Reserve an ID for a dynamic code',
        tags,
        response: { 201: resultOf(ReservedId) },
      },
    },
    async (request, reply) => {
      const { ownerId: userId } = acting(request)
      const dynamicId = await reserveId(options.database, userId)
      const linkHost = await findLinkHost(options.database.db, userId)
      const codeRedirect = `${linkBaseOf(linkHost, options.codeHost)}/${dynamicId}`
      return reply.code(201).send({ result: { dynamicId, codeRedirect } })
    },
  )
}

const listRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
  const { database } = options

  app.get(
    '/user-codes',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'codes.list',
        summary: 'Codes, by page, filter and order',
        tags,
        querystring: ListUserCodes,
        response: { 200: UserCodePage },
      },
    },
    async (request) => {
      const { rows, meta } = await listUserCodes(database.db, acting(request).ownerId, request.query)
      return { result: rows.map((row) => presentUserCode(row, options)), meta }
    },
  )

  app.get(
    '/user-codes/tags',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'codes.listTags',
        summary: 'Tags, most frequent first',
        tags,
        querystring: ListTags,
        response: { 200: resultOf(UserCodeTags) },
      },
    },
    async (request) => ({
      result: await tagTotalsOf(database.db, { userId: acting(request).ownerId, ...request.query }),
    }),
  )
}

const codeRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
  const { database } = options
  const present = (row: UserCodeRow) => ({ result: presentUserCode(row, options) })

  app.get(
    '/user-codes/:id',
    {
      config: { access: 'codes:read' },
      schema: { operationId: 'codes.get', summary: 'One code', tags, params: ById, response: { 200: One } },
    },
    async (request) => {
      const row = await findUserCode(database.db, acting(request).ownerId, request.params.id)
      if (!row) throw new AppError('NotFound')
      return present(row)
    },
  )

  app.patch(
    '/user-codes/:id',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.update',
        summary: 'Change a code',
        tags,
        params: ById,
        body: PatchUserCode,
        response: { 200: One },
      },
    },
    async (request) =>
      present(await changeUserCode(options, acting(request), request.params.id, request.body)),
  )

  app.post(
    '/user-codes/logo/:id',
    {
      config: { access: 'codes:write', isHeavy: true },
      schema: {
        operationId: 'codes.setLogo',
        summary: 'Change the logo of a code',
        tags,
        params: ById,
        body: SetLogo,
        response: { 200: One },
      },
    },
    async (request) => present(await setLogo(options, acting(request), request.params.id, request.body)),
  )

  app.delete(
    '/user-codes/:id',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.delete',
        summary: 'Move a code to the trash',
        tags,
        params: ById,
        response: { 200: resultOf(Deleted) },
      },
    },
    async (request) => ({
      result: { deleted: await deleteUserCodes(options, acting(request).ownerId, [request.params.id]) },
    }),
  )

  app.delete(
    '/user-codes',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.deleteMany',
        summary: 'Move codes to the trash',
        tags,
        body: DeleteMany,
        response: { 200: resultOf(Deleted) },
      },
    },
    async (request) => ({
      result: { deleted: await deleteUserCodes(options, acting(request).ownerId, request.body.deleted) },
    }),
  )

  app.post(
    '/user-codes/state',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.setState',
        tags,
        summary: 'Pause or resume several dynamic codes; ids of other codes are ignored',
        body: SetStates,
        response: { 200: resultOf(StateChanged) },
      },
    },
    async (request) => {
      const { ids, enabled } = request.body
      return { result: { changed: await setStates(options, acting(request), ids, enabled) } }
    },
  )

  app.post(
    '/user-codes/restore',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.restore',
        summary: 'Take codes back from the trash',
        tags,
        body: RestoreMany,
        response: { 200: resultOf(Restored) },
      },
    },
    async (request) => ({
      result: { restored: await restoreUserCodes(options, acting(request).ownerId, request.body.restored) },
    }),
  )
}

const changeRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
  const { database } = options

  app.get(
    '/user-codes/:id/changes',
    {
      config: { access: 'codes:read' },
      schema: {
        operationId: 'codes.listChanges',
        summary: 'Changes of a code, newest first',
        tags,
        params: ById,
        response: { 200: resultOf(z.array(UserCodeChange)) },
      },
    },
    async (request) => {
      const changes = await findChanges(database.db, acting(request).ownerId, request.params.id)
      if (!changes) throw new AppError('NotFound')
      return { result: changes.map(presentChange) }
    },
  )

  app.post(
    '/user-codes/:id/changes/:changeId/revert',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.revertChange',
        summary: 'Take back a change of a code',
        tags,
        params: ById.extend({
          changeId: z
            .string()
            .regex(/^\d{1,15}$/)
            .transform(Number),
        }),
        response: { 200: One },
      },
    },
    async (request) => {
      const { id, changeId } = request.params
      return {
        result: presentUserCode(await revertChange(options, acting(request), id, changeId), options),
      }
    },
  )
}
