import {
  type GatewayWebhook,
  GatewayWebhookPage,
  ListWebhooks,
  Paging,
  pageMeta,
  Reconciliation,
  ReconciliationPage,
  resultOf,
} from '@scanleaf/shared'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { operatorRoute, requirePermission } from '../account'
import { type ReconcileDependencies, reconcileNow } from './reconciliation/reconcile'
import { listReconciliations, listWebhooksFor, type ReconciliationRow } from './reconciliation/repository'
import type { gatewayWebhooks } from './table'

/** Under /gateway/api/admin/billing: webhooks of providers, and differences found by the reconciliation. */
export const gatewayOperatorRoutes: FastifyPluginAsyncZod<ReconcileDependencies> = async (
  app,
  dependencies,
) => {
  const { db } = dependencies.database
  const tags = ['billing-operator']
  const toRead = requirePermission('billing', 'read')
  const toRun = operatorRoute({ resource: 'billing', action: 'update', on: 'installation', confirm: false })

  app.get(
    '/notices',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: ListWebhooks, response: { 200: GatewayWebhookPage } },
    },
    async (request) => {
      const { rows, total } = await listWebhooksFor(db, request.query)
      return { result: rows.map(presentWebhook), meta: pageMeta(total, request.query) }
    },
  )

  app.get(
    '/reconciliations',
    {
      config: { access: 'operator' },
      onRequest: toRead,
      schema: { tags, querystring: Paging, response: { 200: ReconciliationPage } },
    },
    async (request) => {
      const { rows, total } = await listReconciliations(db, request.query)
      return { result: rows.map(presentReconciliation), meta: pageMeta(total, request.query) }
    },
  )

  app.post(
    '/reconciliations',
    { ...toRun, schema: { tags, response: { 200: resultOf(z.array(Reconciliation)) } } },
    async () => ({ result: (await reconcileNow(dependencies)).map(presentReconciliation) }),
  )
}

const presentWebhook = (row: typeof gatewayWebhooks.$inferSelect): GatewayWebhook => ({
  id: row.id,
  at: row.at.toISOString(),
  provider: row.provider,
  outcome: row.outcome,
  payment: row.payment,
  headers: row.headers,
  body: row.body,
})

const presentReconciliation = (row: ReconciliationRow): Reconciliation => ({
  id: row.id,
  at: row.at.toISOString(),
  provider: row.provider,
  from: row.from.toISOString(),
  to: row.to.toISOString(),
  compared: row.compared,
  findings: row.findings,
})
