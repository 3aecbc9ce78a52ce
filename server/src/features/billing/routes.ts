import type { FastifyPluginAsync } from 'fastify'
import { accountRoutes } from './account/routes'
import { tokenRoutes } from './assistant-tokens/routes'
import { invoiceRoutes } from './invoices/routes'
import { notificationRoutes } from './notifications/routes'
import { operatorRoutes } from './operator/routes'
import type { BillingContext } from './payments/payments'
import { paymentRoutes } from './payments/routes'
import { statementRoutes } from './statement/routes'

/** The payment area (billing-spec §7) and the operator's calls. */
export const billingRoutes: FastifyPluginAsync<BillingContext> = async (app, context) => {
  const prefix = '/gateway/api/billing'
  await app.register(accountRoutes, { prefix, ...context })
  await app.register(paymentRoutes, { prefix, ...context })
  await app.register(statementRoutes, { prefix, ...context })
  await app.register(invoiceRoutes, { prefix, ...context })
  await app.register(notificationRoutes, { prefix, ...context })
  await app.register(tokenRoutes, { prefix: '/gateway/api/qrcode', ...context })
  await app.register(operatorRoutes, { prefix: '/gateway/api/admin/billing', ...context })
}
