import type { WebhookOutcome } from '@scanleaf/shared'
import { applyState, findPaymentsByRef, type PaymentRow } from '../../billing'
import type { Handled, WebhookDependencies, WebhookRoute } from '../webhooks/webhook-routes'
import type { VnpayConfig } from './client'
import { stateOfWebhook } from './payment-status'
import { readSignedQuery } from './signature'

/** Responses to VNPay; it repeats a webhook until it gets 00 or 02 (payments §3). */
const ANSWERS = {
  '00': 'Confirm Success',
  '01': 'Order not found',
  '02': 'Order already confirmed',
  '04': 'Invalid amount',
  '97': 'Invalid signature',
  '99': 'Unknown error',
}
const answer = (RspCode: keyof typeof ANSWERS) => ({
  statusCode: 200,
  body: { RspCode, Message: ANSWERS[RspCode] },
})

interface VnpayWebhookDependencies extends Pick<WebhookDependencies, 'database' | 'clock'> {
  config: VnpayConfig
}

/** GET /webhooks/vnpay. The checks are in the order of VNPay's acceptance tests. */
export function vnpayWebhook({ config, database, clock }: VnpayWebhookDependencies): WebhookRoute {
  async function handle(query: string): Promise<Handled> {
    const fields = readSignedQuery(query, config.hashSecret)
    if (!fields) return { outcome: 'refused', ...answer('97') }
    const [payment] = await findPaymentsByRef(database.db, [fields['vnp_TxnRef'] ?? ''])
    if (!payment || !TYPES.includes(payment.gateway)) return { outcome: 'unknown-payment', ...answer('01') }
    if (!isAbout(fields, payment, config))
      return { outcome: 'wrong-money', payment: payment.ref, ...answer('04') }
    const state = stateOfWebhook({
      responseCode: fields['vnp_ResponseCode'] ?? '',
      transactionStatus: fields['vnp_TransactionStatus'] ?? '',
      transactionNo: fields['vnp_TransactionNo'] ?? '',
      amount: payment.amount,
    })
    // A held payment is not confirmed yet: its end comes by another webhook, or by polling.
    if (state.state === 'pending') return { outcome: 'ignored', payment: payment.ref, ...answer('00') }
    const outcome = await database.transaction((tx) =>
      applyState(tx, { payment, provider: 'vnpay', state }, clock.now()),
    )
    return { outcome, payment: payment.ref, ...answer(answerTo(outcome)) }
  }
  return {
    provider: 'vnpay',
    method: 'GET',
    handle: ({ query }) => handle(query),
    failed: answer('99'),
  }
}

const TYPES: readonly string[] = ['vnpay', 'credit-card']

const answerTo = (outcome: WebhookOutcome) =>
  outcome === 'applied' ? '00' : outcome === 'wrong-money' ? '04' : '02'

const isAbout = (fields: Record<string, string>, payment: PaymentRow, { tmnCode }: VnpayConfig): boolean =>
  fields['vnp_TmnCode'] === tmnCode && fields['vnp_Amount'] === String(payment.amount * 100n)
