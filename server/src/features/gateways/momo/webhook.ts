import * as z from 'zod'
import { applyState, findPaymentsByRef, type Gateway, type PaymentRow } from '../../billing'
import { type Handled, jsonOf, type WebhookDependencies, type WebhookRoute } from '../webhooks/webhook-routes'
import type { MomoConfig } from './client'
import { isRequestOf } from './gateway'
import { AUTHORISED, stateOf } from './payment-status'
import { isSignedWebhook } from './signature'

const Whole = z.number().int().nonnegative()
const WebhookBody = z.object({
  partnerCode: z.string(),
  orderId: z.string(),
  requestId: z.string(),
  amount: Whole,
  orderInfo: z.string(),
  orderType: z.string(),
  transId: Whole,
  resultCode: z.number().int(),
  message: z.string(),
  payType: z.string(),
  responseTime: Whole,
  extraData: z.string(),
  signature: z.string(),
})
type WebhookBody = z.output<typeof WebhookBody>

interface MomoWebhookDependencies extends Pick<WebhookDependencies, 'database' | 'clock'> {
  config: MomoConfig
  gateway: Pick<Gateway, 'poll'>
}

/** POST /webhooks/momo: acknowledged by an empty 204, failures too (payments §2). */
export function momoWebhook({ config, gateway, database, clock }: MomoWebhookDependencies): WebhookRoute {
  async function handle(raw: Buffer): Promise<Handled> {
    const webhook = WebhookBody.safeParse(jsonOf(raw)).data
    if (!webhook || !isSignedWebhook(webhook, config)) return { outcome: 'refused', statusCode: 400 }
    const [payment] = await findPaymentsByRef(database.db, [webhook.orderId])
    if (payment?.gateway !== 'momo') return { outcome: 'unknown-payment', statusCode: 204 }
    const taken = { payment: payment.ref, statusCode: 204 }
    if (!isAbout(webhook, payment, config)) return { outcome: 'wrong-money', ...taken }
    const state = webhook.resultCode === AUTHORISED ? await gateway.poll(payment) : stateOf(webhook)
    if (!state) return { outcome: 'ignored', ...taken }
    const outcome = await database.transaction((tx) =>
      applyState(tx, { payment, provider: 'momo', state }, clock.now()),
    )
    return { outcome, ...taken }
  }
  return {
    provider: 'momo',
    method: 'POST',
    handle: ({ raw }) => handle(raw),
    failed: { statusCode: 500 },
  }
}

const isAbout = (
  { partnerCode, requestId, amount }: WebhookBody,
  payment: PaymentRow,
  config: MomoConfig,
): boolean =>
  partnerCode === config.partnerCode &&
  isRequestOf(payment.ref, requestId) &&
  BigInt(amount) === payment.amount
