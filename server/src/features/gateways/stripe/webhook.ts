import { isReference } from '@scanleaf/shared'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import {
  applyChargeback,
  applyRefundState,
  applyState,
  findPaymentsByRef,
  type PaymentRow,
  reverseChargeback,
} from '../../billing'
import { ProviderCurrency, ProviderId } from '../provider-client'
import type { Handled, WebhookRoute } from '../webhooks/webhook-routes'
import { type CallStripe, type StripeConfig, stripeClient } from './client'
import { refundState, refundsOf } from './gateway'
import { fetchSession } from './sessions'
import { signedEvent } from './signature'

interface StripeWebhookDependencies {
  database: Database
  clock: Clock
  config: StripeConfig
}

type Outcome = Pick<Handled, 'outcome' | 'payment'>

/**
 * POST /webhooks/stripe (payments §4). Events come more than once and in any order, so an event only says what to
 * fetch from Stripe; what is done follows from that.
 */
export function stripeWebhook({ database, clock, config }: StripeWebhookDependencies): WebhookRoute {
  const call = stripeClient(config)
  return {
    provider: 'stripe',
    method: 'POST',
    handle: async ({ raw, headers }) => {
      const header = headers['stripe-signature']
      const event = await signedEvent(raw, header, config.webhookSecret, clock.now())
      if (!event) return { outcome: 'refused', statusCode: 400 }
      const received = { statusCode: 200, body: { received: true } }
      const take = HANDLERS.get(event.type)
      if (!take) return { outcome: 'ignored', ...received }
      const subject = Subject.safeParse(event.data?.object).data
      if (!subject) return { outcome: 'failed', statusCode: 400 }
      return { ...(await take({ database, clock, call }, subject, event.type)), ...received }
    },
    failed: { statusCode: 500 },
  }
}

type Tools = Pick<StripeWebhookDependencies, 'database' | 'clock'> & { call: CallStripe }

const Metadata = z.object({ ref: z.string().optional(), paymentId: z.string().optional() })
/** The subject of an event: a session, a charge, a refund, or a dispute. */
const Subject = z.object({
  id: ProviderId,
  metadata: Metadata.nullish(),
  payment_intent: z.union([ProviderId, z.object({ id: ProviderId })]).nullish(),
})
type Subject = z.output<typeof Subject>

type Take = (tools: Tools, subject: Subject, type: string) => Promise<Outcome>

/** What follows from an event; others are ignored. */
const HANDLERS: ReadonlyMap<string, Take> = new Map<string, Take>([
  ['checkout.session.completed', takeSession],
  ['checkout.session.async_payment_succeeded', takeSession],
  ['checkout.session.async_payment_failed', takeSession],
  ['checkout.session.expired', takeSession],
  ['charge.refunded', takeRefunds],
  ['refund.updated', takeRefunds],
  ['refund.failed', takeRefunds],
  ['charge.dispute.created', takeDispute],
  ['charge.dispute.closed', takeDispute],
  ['charge.dispute.funds_withdrawn', takeDispute],
  ['charge.dispute.funds_reinstated', takeDispute],
])

async function takeSession({ database, clock, call }: Tools, session: Subject): Promise<Outcome> {
  const payment = await paymentOf(database, session.metadata)
  if (!payment) return { outcome: 'unknown-payment' }
  const state = await fetchSession(call, payment, session.id)
  // It names our payment, and is not the one that we opened for it.
  if (state.state === 'unknown') return { outcome: 'wrong-money', payment: payment.ref }
  const outcome = await database.transaction((tx) =>
    applyState(tx, { payment, provider: 'stripe', state }, clock.now()),
  )
  return { outcome, payment: payment.ref }
}

/** Whatever the event, all refunds of the payment are fetched. */
async function takeRefunds({ database, clock, call }: Tools, told: Subject): Promise<Outcome> {
  const { payment_intent: intent, metadata } = told
  const ref = metadata?.ref ?? ''
  const payment = isReference(ref) ? ref : ''
  if (!intent) return { outcome: 'ignored', payment }
  const refunds = await refundsOf(call, typeof intent === 'string' ? intent : intent.id)
  const outcomes = new Set<Outcome['outcome']>()
  for (const refund of refunds) {
    const ref = refund.metadata?.refund ?? ''
    const state = refundState(refund)
    // A refund made on Stripe's own screens, which the ledger does not have.
    if (ref === '' && state.state === 'done') outcomes.add('wrong-money')
    outcomes.add(
      await database.transaction((tx) =>
        applyRefundState(tx, { provider: 'stripe', ref, state }, clock.now()),
      ),
    )
  }
  const outcome =
    (['wrong-money', 'applied', 'repeated'] as const).find((each) => outcomes.has(each)) ?? 'ignored'
  return { outcome, payment }
}

/** States in which Stripe has taken the money: an inquiry, `warning_…`, takes none. */
const TAKEN: readonly string[] = ['needs_response', 'under_review', 'lost']
const Dispute = z.object({
  status: z.string(),
  amount: z.number().int().nonnegative(),
  currency: ProviderCurrency,
  /** Its id alone when it was not asked for. */
  payment_intent: z
    .union([z.object({ id: ProviderId, metadata: Metadata.nullish() }), z.string().transform(() => null)])
    .nullish(),
})

async function takeDispute(
  { database, clock, call }: Tools,
  { id }: Subject,
  type: string,
): Promise<Outcome> {
  const dispute = await call(Dispute, (stripe) =>
    stripe.disputes.retrieve(id, { expand: ['payment_intent'] }),
  )
  const { payment_intent: intent, status, amount, currency } = dispute
  if (!intent) return { outcome: 'unknown-payment' }
  const payment = await paymentOf(database, intent.metadata)
  if (!payment) return { outcome: 'unknown-payment' }
  const { ref } = payment
  if (currency !== 'vnd' || payment.gatewayTxnId !== intent.id)
    return { outcome: 'wrong-money', payment: ref }
  const isReturned = status === 'won' || type === 'charge.dispute.funds_reinstated'
  if (!isReturned && !TAKEN.includes(status)) return { outcome: 'ignored', payment: ref }
  const apply = isReturned ? reverseChargeback : applyChargeback
  const told = { provider: 'stripe', disputeId: id, payment, amount: BigInt(amount) }
  const outcome = await database.transaction((tx) => apply(tx, told, clock.now()))
  return { outcome, payment: ref }
}

async function paymentOf({ db }: Database, metadata: Subject['metadata']): Promise<PaymentRow | null> {
  const [payment] = await findPaymentsByRef(db, [metadata?.ref ?? ''])
  return payment?.id === metadata?.paymentId ? (payment ?? null) : null
}
