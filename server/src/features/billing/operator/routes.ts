import {
  LedgerCheck,
  LedgerCheckPage,
  OperatorActionPage,
  Paging,
  pageMeta,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listChecks, runInvariantsCheck } from '../ledger/invariants-repository'
import type { PollingDependencies } from '../payments/gateway-polling'
import { tags, toCheck, toRead } from './operator-transaction'
import { presentAction, presentCheck } from './present'
import { receiptRoutes } from './receipt-routes'
import { listActions } from './repository'
import { transferRoutes } from './transfer-routes'

/** Under /gateway/api/admin/billing: permission `read` on the resource `billing` to see it, `update` to act. */
export const operatorRoutes: FastifyPluginAsyncZod<PollingDependencies> = async (app, context) => {
  const { database, clock } = context
  const { db } = database
  await transferRoutes(app, context)
  await receiptRoutes(app, context)

  app.get(
    '/checks',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: Paging, response: { 200: LedgerCheckPage } },
    },
    async (request) => {
      const { page, limit } = request.query
      const { rows, total } = await listChecks(db, { offset: (page - 1) * limit, limit })
      return { result: rows.map(presentCheck), meta: pageMeta(total, request.query) }
    },
  )

  app.post(
    '/checks',
    { ...toCheck, schema: { tags, response: { 200: resultOf(LedgerCheck) } } },
    async () => ({ result: await database.transaction((tx) => runInvariantsCheck(tx, clock.now())) }),
  )

  app.get(
    '/audit',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: Paging, response: { 200: OperatorActionPage } },
    },
    async (request) => {
      const { rows, total } = await listActions(db, request.query)
      return { result: rows.map(presentAction), meta: pageMeta(total, request.query) }
    },
  )
}
