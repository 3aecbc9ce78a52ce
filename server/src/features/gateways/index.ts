import { WEBHOOK_PROVIDERS } from '@scanleaf/shared'
import type { FastifyPluginAsync } from 'fastify'
import type { Clock } from '../../platform/clock'
import type { BankConfig } from '../../platform/config/config'
import type { PaymentConfig } from '../../platform/config/payment-config'
import type { Gateway, GatewayType } from '../billing'
import type { FeedDependencies } from './bank-feeds/bank-feed'
import { cassoWebhook } from './bank-feeds/casso/webhook'
import { payosWebhook } from './bank-feeds/payos/webhook'
import { sepayWebhook } from './bank-feeds/sepay/webhook'
import { openMomo } from './momo/gateway'
import { momoWebhook } from './momo/webhook'
import { gatewayOperatorRoutes } from './operator-routes'
import { openPayPal } from './paypal/gateway'
import { paypalWebhook } from './paypal/webhook'
import type { Provider } from './provider-health-repository'
import { openStripe } from './stripe/gateway'
import { stripeWebhook } from './stripe/webhook'
import { openVnpay } from './vnpay/gateway'
import { vnpayWebhook } from './vnpay/webhook'
import { type WebhookDependencies, type WebhookRoute, webhookRoutes } from './webhooks/webhook-routes'

export { gatewayJobs } from './jobs'
export { type ProviderContact, readContacts } from './provider-health-repository'

/** Report transfers to the bank account. */
const FEEDS: readonly Provider[] = ['sepay', 'casso', 'payos']

export interface GatewayFactoryDependencies {
  clock: Clock
  /** Base of our address, as gateways reach it. */
  appUrl: string
}

/** The gateways whose keys are set, each by the payment type that it serves. */
export function openGateways(
  payments: PaymentConfig,
  { clock, appUrl }: GatewayFactoryDependencies,
): Gateway[] {
  const { momo, vnpay, stripe, paypal, creditCard } = payments
  const cards =
    creditCard === 'stripe'
      ? stripe && openStripe(stripe, 'credit-card')
      : vnpay && creditCard === 'vnpay' && openVnpay(vnpay, { clock, type: 'credit-card' })
  const opened: Record<GatewayType, Gateway | null> = {
    stripe: stripe && openStripe(stripe, 'stripe'),
    momo: momo && openMomo(momo, { appUrl }),
    vnpay: vnpay && openVnpay(vnpay, { clock, type: 'vnpay' }),
    paypal: paypal && openPayPal(paypal),
    'credit-card': cards || null,
  }
  return Object.values(opened).filter((gateway) => gateway !== null)
}

/** Every provider whose keys are set; feeds only where there is a bank account. */
export function configuredProviders({
  bank,
  payments,
}: {
  bank: BankConfig | null
  payments: PaymentConfig
}): Provider[] {
  return WEBHOOK_PROVIDERS.filter(
    (provider) => payments[provider] !== null && (bank !== null || !FEEDS.includes(provider)),
  )
}

interface GatewayRouteDependencies extends WebhookDependencies {
  /** The bank account of the feeds; null where none is set. */
  bank: BankConfig | null
  payments: PaymentConfig
  gateways: readonly Gateway[]
}

/** What providers call, and operators see of it. */
export const gatewayRoutes: FastifyPluginAsync<GatewayRouteDependencies> = async (
  app,
  { database, clock, log, bank, payments, gateways },
) => {
  const { momo, vnpay, stripe, paypal, sepay, casso, payos } = payments
  const momoGateway = gateways.find(({ provider }) => provider === 'momo')
  const common = { database, clock }
  const feed: FeedDependencies | null = bank && { ...common, bank }
  const webhooks: Record<Provider, WebhookRoute | null> = {
    momo: momo && momoGateway ? momoWebhook({ ...common, config: momo, gateway: momoGateway }) : null,
    vnpay: vnpay && vnpayWebhook({ ...common, config: vnpay }),
    stripe: stripe && stripeWebhook({ ...common, config: stripe }),
    paypal: paypal && paypalWebhook({ ...common, config: paypal }),
    sepay: feed && sepay && sepayWebhook({ ...feed, config: sepay }),
    casso: feed && casso && cassoWebhook({ ...feed, config: casso }),
    payos: feed && payos && payosWebhook({ ...feed, config: payos }),
  }
  const routes = Object.values(webhooks).filter((route) => route !== null)
  const prefix = '/gateway/api/admin/billing'
  await app.register(gatewayOperatorRoutes, { prefix, database, clock, log, gateways })
  await app.register(webhookRoutes, { database, clock, log, routes })
}
