import type { Language } from '@scanleaf/shared'
import * as z from 'zod'
import { GatewayError, type GatewayState, type Opened, type Order, type PaymentRow } from '../../billing'
import { isPageOf, ProviderCurrency, ProviderId } from '../provider-client'
import { centsOf, dollarsOf } from './amount'
import { type CallPayPal, issueOf, read } from './client'

export const Money = z.object({
  currency_code: ProviderCurrency,
  value: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
})

const Capture = z.object({ id: ProviderId, status: z.string(), amount: Money })

const PayPalOrder = z.object({
  id: ProviderId,
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z.object({ captures: z.array(Capture).default([]) }).optional(),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
type PayPalOrder = z.infer<typeof PayPalOrder>

/** Our languages that PayPal has; in the others its page is in the language of the payer's account or browser. */
const LOCALES: Partial<Record<Language, string>> = {
  en: 'en-GB',
  'zh-CN': 'zh-CN',
  'zh-TW': 'zh-TW',
  fr: 'fr-FR',
  de: 'de-DE',
  ja: 'ja-JP',
  ko: 'ko-KR',
  ru: 'ru-RU',
  es: 'es-ES',
  pt: 'pt-BR',
  it: 'it-IT',
  ar: 'ar-EG',
  id: 'id-ID',
  th: 'th-TH',
}

/** Opens an order over the US cents that were stored with the payment. */
export async function openOrder(
  call: CallPayPal,
  { payment, returnUrl, cancelUrl }: Order,
  gatewayUrl: string,
): Promise<Opened> {
  const { id: custom_id, ref, chargeCurrency, chargeMinor, amount, language } = payment
  const locale = LOCALES[language as Language]
  const order = {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: ref,
        custom_id,
        invoice_id: ref,
        amount: { currency_code: chargeCurrency, value: dollarsOf(chargeMinor ?? amount) },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          ...(locale && { locale }),
        },
      },
    },
  }
  const answer = await call({
    path: '/v2/checkout/orders',
    body: JSON.stringify(order),
    requestId: custom_id,
  })
  if (answer.status >= 400)
    throw new GatewayError('paypal', 'refused', `paypal refuses an order: ${issueOf(answer)}`)
  const { id: orderId, links } = read(PayPalOrder, answer)
  const page = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve')
  if (!page || !isPageOf(page.href, gatewayUrl))
    throw new GatewayError('paypal', 'unanswered', 'paypal created an order without an approval URL')
  return { orderId, payUrl: page.href }
}

/**
 * The current state of a payment at PayPal; an order that the payer has approved is captured by that. A payment that
 * was cancelled here is no longer captured.
 */
export async function fetchOrder(
  call: CallPayPal,
  payment: PaymentRow,
  orderId: string,
): Promise<GatewayState> {
  const order = await readOrder(call, orderId)
  if (order?.purchase_units[0]?.custom_id !== payment.id) return { state: 'unknown' }
  if (order.status !== 'APPROVED' || payment.status === 'cancelled') return stateOf(order, payment)
  return capture(call, payment, order.id)
}

async function capture(call: CallPayPal, payment: PaymentRow, orderId: string): Promise<GatewayState> {
  const answer = await call({
    path: `/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`,
    body: '{}',
    requestId: `${payment.id}-capture`,
  })
  if (answer.status < 400) return stateOf(read(PayPalOrder, answer), payment)
  switch (issueOf(answer)) {
    case 'ORDER_ALREADY_CAPTURED': {
      const order = await readOrder(call, orderId)
      return order ? stateOf(order, payment) : { state: 'unknown' }
    }
    case 'ORDER_NOT_APPROVED':
      return { state: 'pending' }
    case 'DUPLICATE_INVOICE_ID':
      return { state: 'failed', code: 'gateway-failed' }
    default:
      // INSTRUMENT_DECLINED, PAYER_CANNOT_PAY, TRANSACTION_REFUSED and their like.
      return { state: 'failed', code: 'declined' }
  }
}

async function readOrder(call: CallPayPal, id: string): Promise<PayPalOrder | null> {
  const answer = await call({ method: 'GET', path: `/v2/checkout/orders/${encodeURIComponent(id)}` })
  return answer.status === 404 ? null : read(PayPalOrder, answer)
}

/** Statuses of a capture whose money has come, whatever has gone back of it since. */
const CAPTURED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** The one of several captures that is not known to us yet, so that none is overlooked. */
function stateOf(
  { status, purchase_units }: PayPalOrder,
  { gatewayTxnId }: Pick<PaymentRow, 'gatewayTxnId'>,
): GatewayState {
  const captures = purchase_units[0]?.payments?.captures ?? []
  const taken = captures.filter((one) => CAPTURED.includes(one.status))
  const paid = taken.find(({ id }) => id !== gatewayTxnId) ?? taken[0]
  if (paid) {
    const { currency_code: currency, value } = paid.amount
    return { state: 'paid', txnId: paid.id, currency, minor: centsOf(value) }
  }
  if (captures.some((one) => one.status === 'DECLINED' || one.status === 'FAILED'))
    return { state: 'failed', code: 'declined' }
  return status === 'VOIDED' ? { state: 'failed', code: 'cancelled' } : { state: 'pending' }
}
