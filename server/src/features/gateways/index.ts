import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { PaymentConfig } from '../../platform/payment-config'
import type { Gateway } from '../billing'
import { openMomo } from './momo/gateway'
import { momoNotices } from './momo/notices'
import { type NoticeParts, noticeRoutes } from './notices'
import { openStripe } from './stripe/gateway'
import { stripeNotices } from './stripe/notices'
import { openVnpay } from './vnpay/gateway'
import { vnpayNotices } from './vnpay/notices'

export interface GatewaySurroundings {
  clock: Clock
  /** Base of our address, as gateways reach it. */
  appUrl: string
}

/** The gateways whose keys are set, each by the payment type that it serves. */
export function openGateways(payments: PaymentConfig, { clock, appUrl }: GatewaySurroundings): Gateway[] {
  const { momo, vnpay, stripe, creditCard } = payments
  return [
    ...(stripe ? [openStripe(stripe, 'stripe')] : []),
    ...(stripe && creditCard === 'stripe' ? [openStripe(stripe, 'credit-card')] : []),
    ...(momo ? [openMomo(momo, { appUrl })] : []),
    ...(vnpay ? [openVnpay(vnpay, { clock, type: 'vnpay' })] : []),
    ...(vnpay && creditCard === 'vnpay' ? [openVnpay(vnpay, { clock, type: 'credit-card' })] : []),
  ]
}

interface GatewayRouteParts extends NoticeParts {
  payments: PaymentConfig
  gateways: readonly Gateway[]
}

/** What providers call. */
export const gatewayRoutes: FastifyPluginAsync<GatewayRouteParts> = async (
  app,
  { database, clock, log, payments, gateways },
) => {
  const { momo, vnpay, stripe } = payments
  const momoGateway = gateways.find(({ provider }) => provider === 'momo')
  const routes = [
    ...(momo && momoGateway ? [momoNotices({ database, clock, config: momo, gateway: momoGateway })] : []),
    ...(vnpay ? [vnpayNotices({ database, clock, config: vnpay })] : []),
    ...(stripe ? [stripeNotices({ database, clock, config: stripe })] : []),
  ]
  await app.register(noticeRoutes, { database, clock, log, routes })
}
