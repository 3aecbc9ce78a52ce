import {
  CreateUserCode,
  CreateUserCodes,
  MAX_IMAGE_BYTES,
  ReservedId,
  resultOf,
  UserCode,
  ValidateUserCode,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import type { FileStore } from '../../platform/files/file-store'
import { acting, requireVerifiedEmail } from '../../platform/http/acting'
import { acceptMultipart } from '../../platform/http/multipart'
import { formFileHash, spooledFormHooks } from '../../platform/http/spooled-file'
import { idempotentCallOf } from '../../platform/idempotency'
import { addonOf, type UserCodeContext } from './create'
import { type Addresses, linkBaseOf, presentUserCode } from './present'
import { findLinkHost, type UserCodeRow } from './repository'
import { duplicateCode, saveCode, saveCodes } from './save'
import { reserveId } from './write/take-ids'

export type UserCodeOptions = UserCodeContext & Addresses & { files: FileStore }

const ById = z.object({ id: z.uuid() })
const One = resultOf(UserCode)
const tags = ['user-codes']

/** Calls that make codes, and what one asks before. */
export const saveRoutes: FastifyPluginAsyncZod<UserCodeOptions> = async (app, options) => {
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
