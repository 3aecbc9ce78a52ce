import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import {
  applyChargeback,
  applyRefundState,
  applyState,
  findPaymentsByRef,
  type PaymentRow,
} from '../../billing'
import { ProviderId } from '../provider-client'
import { type Handled, jsonOf, type WebhookRoute } from '../webhooks/webhook-routes'
import { centsOf, worthOf } from './amount'
import { type CallPayPal, type PayPalConfig, paypalClient, read } from './client'
import { fetchOrder, Money } from './orders'
import { readRefund } from './refunds'
import { verificationRequest } from './webhook-signature'

interface PayPalWebhookDependencies {
  database: Database
  clock: Clock
  config: PayPalConfig
}

type Outcome = Pick<Handled, 'outcome' | 'payment'>
type Tools = Pick<PayPalWebhookDependencies, 'database' | 'clock'> & { call: CallPayPal }

const Link = z.object({ rel: z.string(), href: z.string() })
/** The subject of an event: an order, a capture, or a refund. */
const Resource = z.object({
  id: ProviderId.max(64),
  invoice_id: z.string().optional(),
  purchase_units: z.array(z.object({ invoice_id: z.string().optional() })).optional(),
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: ProviderId.optional() }).optional() })
    .optional(),
  amount: Money.optional(),
  links: z.array(Link).default([]),
})
type Resource = z.infer<typeof Resource>
const Event = z.object({ event_type: z.string(), resource: z.unknown() })

/**
 * POST /webhooks/paypal (payments §5). An event only says what to fetch from PayPal; what is done follows from
 * that. Its age does not matter then, and PayPal retries for three days.
 */
export function paypalWebhook({ database, clock, config }: PayPalWebhookDependencies): WebhookRoute {
  const call = paypalClient(config)
  return {
    provider: 'paypal',
    method: 'POST',
    handle: async ({ raw, headers }) => {
      const asked = verificationRequest(raw, headers, config.webhookId)
      if (asked === null || !(await isVerified(call, asked))) return { outcome: 'refused', statusCode: 400 }
      const event = Event.safeParse(jsonOf(raw)).data
      if (!event) return { outcome: 'failed', statusCode: 400 }
      const take = HANDLERS.get(event.event_type)
      if (!take) return { outcome: 'ignored', statusCode: 200, body: {} }
      const resource = Resource.safeParse(event.resource).data
      if (!resource) return { outcome: 'failed', statusCode: 400 }
      return { ...(await take({ database, clock, call }, resource)), statusCode: 200, body: {} }
    },
    failed: { statusCode: 500 },
  }
}

async function isVerified(call: CallPayPal, body: string): Promise<boolean> {
  const answer = await call({ path: '/v1/notifications/verify-webhook-signature', body })
  if (answer.status >= 400) return false
  return read(z.object({ verification_status: z.string() }), answer).verification_status === 'SUCCESS'
}

type Take = (tools: Tools, resource: Resource) => Promise<Outcome>

/** What follows from an event; others are ignored. */
const HANDLERS: ReadonlyMap<string, Take> = new Map<string, Take>([
  ['CHECKOUT.ORDER.APPROVED', takeOrder],
  ['PAYMENT.CAPTURE.COMPLETED', takeOrder],
  ['PAYMENT.CAPTURE.PENDING', takeOrder],
  ['PAYMENT.CAPTURE.DENIED', takeOrder],
  ['PAYMENT.CAPTURE.REFUNDED', takeRefund],
  ['PAYMENT.CAPTURE.REVERSED', takeReversal],
])

async function takeOrder(tools: Tools, resource: Resource): Promise<Outcome> {
  const { database, clock, call } = tools
  const payment = await paymentOf(database, resource.invoice_id ?? resource.purchase_units?.[0]?.invoice_id)
  if (!payment) return { outcome: 'unknown-payment' }
  const orderId = resource.supplementary_data?.related_ids?.order_id ?? payment.gatewayOrderId ?? resource.id
  const state = await fetchOrder(call, payment, orderId)
  // It names our payment, and is not the order that we opened for it.
  if (state.state === 'unknown') return { outcome: 'wrong-money', payment: payment.ref }
  const outcome = await database.transaction((tx) =>
    applyState(tx, { payment, provider: 'paypal', state }, clock.now()),
  )
  return { outcome, payment: payment.ref }
}

async function takeRefund(tools: Tools, { id, links }: Resource): Promise<Outcome> {
  const { database, clock, call } = tools
  const payment = await capturedPayment(tools, links)
  if (!payment) return { outcome: 'unknown-payment' }
  const { ref, state } = await readRefund(call, id, payment.fxRate)
  // A refund made on PayPal's own screens, which the ledger does not have.
  if (ref === '') return { outcome: 'wrong-money', payment: payment.ref }
  const outcome = await database.transaction((tx) =>
    applyRefundState(tx, { provider: 'paypal', ref, state }, clock.now()),
  )
  return { outcome, payment: payment.ref }
}

/** PayPal has taken the money back, at the wish of the payer's bank or of the payer. */
async function takeReversal(tools: Tools, { id, amount, links }: Resource): Promise<Outcome> {
  const { database, clock } = tools
  const payment = await capturedPayment(tools, links)
  if (!payment) return { outcome: 'unknown-payment' }
  const cents = amount?.currency_code === payment.chargeCurrency ? centsOf(amount.value) : 0n
  const isWhole = cents === payment.chargeMinor
  const dispute = {
    provider: 'paypal',
    disputeId: id,
    payment,
    amount: isWhole ? payment.amount : worthOf(cents, payment.fxRate),
  }
  const outcome = await database.transaction((tx) => applyChargeback(tx, dispute, clock.now()))
  return { outcome, payment: payment.ref }
}

const Capture = z.object({ id: ProviderId, invoice_id: z.string().optional() })

/** The payment behind the capture that a refund or a reversal points up to. */
async function capturedPayment(
  { database, call }: Tools,
  links: Resource['links'],
): Promise<PaymentRow | null> {
  const href = links.find(({ rel }) => rel === 'up')?.href ?? ''
  const captureId = /\/captures\/([A-Z0-9]{1,40})$/.exec(href)?.[1]
  if (!captureId) return null
  const answer = await call({ method: 'GET', path: `/v2/payments/captures/${captureId}` })
  if (answer.status === 404) return null
  const capture = read(Capture, answer)
  const payment = await paymentOf(database, capture.invoice_id)
  return payment?.gatewayTxnId === capture.id ? payment : null
}

async function paymentOf({ db }: Database, ref: string | undefined): Promise<PaymentRow | null> {
  const [payment] = ref ? await findPaymentsByRef(db, [ref]) : []
  return payment ?? null
}
