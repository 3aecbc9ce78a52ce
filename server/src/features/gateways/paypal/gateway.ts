import { usdCents, VND_PER_USD } from '@scanleaf/shared'
import type { Gateway } from '../../billing'
import { type PayPalConfig, paypalClient } from './client'
import { fetchOrder, openOrder } from './orders'
import { refund } from './refunds'

/** How long PayPal keeps an order that nobody approves. */
const EXPIRES_AFTER_MS = 3 * 3_600_000

/** PayPal Orders v2, in US dollars, since PayPal has no VND (payments §5). */
export function openPayPal(config: PayPalConfig): Gateway {
  const call = paypalClient(config)
  return {
    type: 'paypal',
    provider: 'paypal',
    // One dollar, and ten thousand.
    minAmount: BigInt(VND_PER_USD),
    maxAmount: BigInt(10_000 * VND_PER_USD),
    expiresAfterMs: EXPIRES_AFTER_MS,
    charge: (amount) => ({
      currency: 'USD',
      minor: BigInt(usdCents(Number(amount))),
      fxRate: VND_PER_USD,
    }),
    open: (order) => openOrder(call, order, config.url),
    poll: async (payment) =>
      payment.gatewayOrderId
        ? fetchOrder(call, payment, payment.gatewayOrderId)
        : // Nobody was ever sent there.
          { state: 'unknown' },
    refund: (order) => refund(call, order),
  }
}
