import {
  Deleted,
  DeleteMany,
  PatchUserCode,
  resultOf,
  SetLogo,
  SetStates,
  StateChanged,
  UserCode,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AppError } from '../../platform/app-error'
import { acting } from '../../platform/http/acting'
import type { UserCodeContext } from './create'
import { type Addresses, presentUserCode } from './present'
import { findUserCode, type UserCodeRow } from './repository'
import { deleteUserCodes } from './trash/trash'
import { changeUserCode, setLogo, setStates } from './update'

const ById = z.object({ id: z.uuid() })
const One = resultOf(UserCode)
const tags = ['user-codes']

/** Calls that read and change codes. */
export const codeRoutes: FastifyPluginAsyncZod<UserCodeContext & Addresses> = async (app, options) => {
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
      result: { deleted: await deleteUserCodes(options, acting(request), [request.params.id]) },
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
      result: { deleted: await deleteUserCodes(options, acting(request), request.body.deleted) },
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
}
