import { CodePathAddress, resultOf, UserCode } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { acting } from '../../../platform/http/acting'
import type { UserCodeContext } from '../create'
import { type Addresses, presentUserCode } from '../present'
import type { UserCodeRow } from '../repository'
import { addPath, removePath } from './change-paths'

/** Addresses under which a code was printed elsewhere. */
export const pathRoutes: FastifyPluginAsyncZod<UserCodeContext & Addresses> = async (app, options) => {
  const schema = { tags: ['user-codes'], params: z.object({ id: z.uuid() }), body: CodePathAddress }
  const present = (row: UserCodeRow) => ({ result: presentUserCode(row, options) })

  app.post(
    '/user-codes/:id/paths',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.addPath',
        ...schema,
        summary: 'Let an address on the own domain, printed elsewhere, lead to a dynamic code',
        response: { 201: resultOf(UserCode) },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const row = await addPath(options, acting(request), params.id, body.address)
      return reply.code(201).send(present(row))
    },
  )

  app.delete(
    '/user-codes/:id/paths',
    {
      config: { access: 'codes:write' },
      schema: {
        operationId: 'codes.removePath',
        ...schema,
        summary: 'End an address of a code that was printed elsewhere',
        response: { 200: resultOf(UserCode) },
      },
    },
    async (request) =>
      present(await removePath(options, acting(request), request.params.id, request.body.address)),
  )
}
