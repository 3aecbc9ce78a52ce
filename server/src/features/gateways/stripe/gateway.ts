import type Stripe from 'stripe'
import * as z from 'zod'
import type { Gateway, RefundOrder, RefundState } from '../../billing'
import { ProviderCode, ProviderId } from '../provider-client'
import { type CallStripe, type StripeConfig, StripeRefusal, stripeClient } from './client'
import { fetchSession, openSession } from './sessions'

/** Stripe's least, and a little for its clock and for an opening that is tried again. */
const EXPIRES_AFTER_MS = (30 + 2) * 60_000

/** Stripe Checkout, in VND (payments §4). As `credit-card` it is the same page under another name. */
export function openStripe(config: StripeConfig, type: 'stripe' | 'credit-card'): Gateway {
  const call = stripeClient(config)
  return {
    type,
    provider: 'stripe',
    // Stripe's least is half a US dollar, by its rate of the day.
    minAmount: 15_000n,
    maxAmount: 99_999_999n,
    expiresAfterMs: EXPIRES_AFTER_MS,
    open: (order) => openSession(call, order, config.url),
    poll: async (payment) =>
      payment.gatewayOrderId
        ? fetchSession(call, payment, payment.gatewayOrderId)
        : // Nobody was ever sent there.
          { state: 'unknown' },
    refund: (order) => refund(call, order),
  }
}

/** Repeated for the same payment it returns its current state: by then Stripe may have dropped the key. */
async function refund(call: CallStripe, { payment, ref, amount }: RefundOrder): Promise<RefundState> {
  if (!payment.gatewayTxnId) return { state: 'failed', code: 'not-paid' }
  const known = await refundsOf(call, payment.gatewayTxnId)
  const same = known.find(({ metadata }) => metadata?.refund === ref)
  if (same) return refundState(same)
  const request: Stripe.RefundCreateParams = {
    payment_intent: payment.gatewayTxnId,
    amount: Number(amount),
    reason: 'requested_by_customer',
    metadata: { refund: ref, ref: payment.ref },
  }
  try {
    return refundState(
      await call(Refund, (stripe) => stripe.refunds.create(request, { idempotencyKey: `refund-${ref}` })),
    )
  } catch (error) {
    if (error instanceof StripeRefusal) return { state: 'failed', code: error.code }
    throw error
  }
}

/** Every refund of a payment, as Stripe has them now; the newest hundred. */
export async function refundsOf(call: CallStripe, paymentIntent: string): Promise<Refund[]> {
  const { data } = await call(Refunds, (stripe) =>
    stripe.refunds.list({ payment_intent: paymentIntent, limit: MAX_REFUNDS }),
  )
  return data
}

const MAX_REFUNDS = 100
const Refund = z.object({
  id: ProviderId,
  status: z.string().nullish(),
  failure_reason: ProviderCode.nullish(),
  metadata: z.object({ refund: ProviderCode.optional() }).nullish(),
})
type Refund = z.output<typeof Refund>
const Refunds = z.object({ data: z.array(Refund).max(MAX_REFUNDS) })

export function refundState({ id, status, failure_reason }: Refund): RefundState {
  if (status === 'succeeded') return { state: 'done', txnId: id }
  if (status === 'failed' || status === 'canceled') return { state: 'failed', code: failure_reason ?? status }
  return { state: 'pending' }
}
