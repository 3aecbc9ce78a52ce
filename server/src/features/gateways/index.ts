import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { PaymentConfig } from '../../platform/payment-config'
import type { Gateway } from '../billing'
import { type NoticeParts, noticeRoutes } from './notices'

export interface GatewaySurroundings {
  clock: Clock
  /** Base of our address, as gateways reach it. */
  appUrl: string
}

/** The gateways whose keys are set, each by the payment type that it serves. */
export function openGateways(_payments: PaymentConfig, _surroundings: GatewaySurroundings): Gateway[] {
  return []
}

interface GatewayRouteParts extends NoticeParts {
  payments: PaymentConfig
  gateways: readonly Gateway[]
}

/** What providers call. */
export const gatewayRoutes: FastifyPluginAsync<GatewayRouteParts> = async (app, { database, clock, log }) => {
  await app.register(noticeRoutes, { database, clock, log, routes: [] })
}
