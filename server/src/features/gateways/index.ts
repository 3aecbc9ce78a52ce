import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { PaymentConfig } from '../../platform/payment-config'
import type { Gateway } from '../billing'
import { type NoticeParts, noticeRoutes } from './notices'
import { openStripe } from './stripe/gateway'
import { stripeNotices } from './stripe/notices'

export interface GatewaySurroundings {
  clock: Clock
  /** Base of our address, as gateways reach it. */
  appUrl: string
}

/** The gateways whose keys are set, each by the payment type that it serves. */
export function openGateways(payments: PaymentConfig, _surroundings: GatewaySurroundings): Gateway[] {
  const { stripe, creditCard } = payments
  return [
    ...(stripe ? [openStripe(stripe, 'stripe')] : []),
    ...(stripe && creditCard === 'stripe' ? [openStripe(stripe, 'credit-card')] : []),
  ]
}

interface GatewayRouteParts extends NoticeParts {
  payments: PaymentConfig
  gateways: readonly Gateway[]
}

/** What providers call. */
export const gatewayRoutes: FastifyPluginAsync<GatewayRouteParts> = async (
  app,
  { database, clock, log, payments },
) => {
  const { stripe } = payments
  const routes = [...(stripe ? [stripeNotices({ database, clock, config: stripe })] : [])]
  await app.register(noticeRoutes, { database, clock, log, routes })
}
