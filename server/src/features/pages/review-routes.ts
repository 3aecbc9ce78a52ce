import { linkedAddresses, pageTexts, resultOf, WaitingPage } from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { operatorOf, operatorRoute, requirePermission } from '../account'
import { decideOn } from './decide-review'
import type { PagesContext } from './judged-page'
import { visitedAddress } from './present'
import { listWaiting } from './review/repository'

const tags = ['code-reports']
const ById = z.object({ id: z.uuid() })

/** Pages that name a bank, which an operator sees before visitors do. */
export const pageReviewRoutes: FastifyPluginAsyncZod<PagesContext> = async (app, context) => {
  const { database, codeHost } = context
  const toUpdate = operatorRoute({ resource: 'code-reports', action: 'update', on: 'code', confirm: false })

  app.get(
    '/',
    {
      config: { access: 'operator' },
      onRequest: requirePermission('code-reports', 'read'),
      schema: { tags, response: { 200: resultOf(z.array(WaitingPage)) } },
    },
    async () => ({
      result: (await listWaiting(database.db)).map(({ review, code }) => ({
        id: review.id,
        codeId: review.pageId,
        link: `${codeHost}/${code.dynamicId}`,
        name: code.name,
        previewUrl: `${visitedAddress(context, code.userId, review.pageId)}?review=${review.id}`,
        owner: { id: code.userId, email: code.createdBy },
        names: review.names,
        texts: pageTexts(review.content),
        addresses: linkedAddresses(review.content).map(({ address }) => address),
        requestedAt: review.requestedAt.toISOString(),
      })),
    }),
  )

  for (const action of ['approve', 'refuse'] as const)
    app.post(
      `/:id/${action}`,
      { ...toUpdate, schema: { tags, params: ById, response: { 200: resultOf(z.null()) } } },
      async (request) => {
        await decideOn(context, operatorOf(request), request.params.id, action)
        return { result: null }
      },
    )
}
