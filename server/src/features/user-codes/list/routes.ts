import { ListTags, ListUserCodes, resultOf, UserCodePage, UserCodeTags } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { acting } from '../../../platform/http/acting'
import type { UserCodeContext } from '../create'
import { type Addresses, presentUserCode } from '../present'
import { listUserCodes } from './list'
import { tagTotalsOf } from './repository'

const tags = ['user-codes']

type Options = Addresses & Pick<UserCodeContext, 'database'>

/** The list of codes, and their tags. */
export const listRoutes: FastifyPluginAsyncZod<Options> = async (app, options) => {
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
