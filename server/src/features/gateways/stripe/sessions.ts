import type { Language } from '@scanleaf/shared'
import type Stripe from 'stripe'
import * as z from 'zod'
import {
  type FailureCode,
  GatewayError,
  type GatewayState,
  type Opened,
  type Order,
  type PaymentRow,
} from '../../billing'
import { isPageOf, ProviderCurrency, ProviderId } from '../provider-client'
import { type CallStripe, StripeRefusal } from './client'

type Locale = NonNullable<Stripe.Checkout.SessionCreateParams['locale']>

/** The payer's language where Stripe has it, else the browser's, as `auto` reads it. */
const LOCALES: Record<Language, Locale> = {
  vi: 'vi',
  en: 'en',
  'zh-CN': 'zh',
  'zh-TW': 'zh-TW',
  fr: 'fr',
  de: 'de',
  ja: 'ja',
  ko: 'ko',
  ru: 'ru',
  es: 'es',
  pt: 'pt-BR',
  it: 'it',
  ar: 'auto',
  hi: 'hi-IN',
  id: 'id',
  ms: 'ms',
  th: 'th',
  km: 'auto',
  lo: 'auto',
  my: 'auto',
}

/**
 * Opens a Checkout session over whole VND, which Stripe counts without decimals. Every field comes from the payment as
 * it is stored, so that the same idempotency key always brings the same request.
 */
export async function openSession(
  call: CallStripe,
  { payment, returnUrl, cancelUrl }: Order,
  gatewayUrl: string,
): Promise<Opened> {
  const { id: paymentId, ref, amount, language, expiresAt } = payment
  const metadata = { paymentId, ref }
  const request: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'vnd', unit_amount: Number(amount), product_data: { name: ref } },
      },
    ],
    client_reference_id: paymentId,
    metadata,
    payment_intent_data: { metadata },
    success_url: `${returnUrl}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    locale: LOCALES[language as Language] ?? 'auto',
  }
  const { id, url } = await call(Opening, (stripe) =>
    stripe.checkout.sessions.create(request, { idempotencyKey: paymentId }),
  )
  if (!isPageOf(url, gatewayUrl))
    throw new GatewayError('stripe', 'unanswered', 'stripe created a session without a page')
  return { orderId: id, payUrl: url }
}

const Opening = z.object({ id: ProviderId, url: z.string() })
const Intent = z.object({
  id: ProviderId,
  status: z.string(),
  last_payment_error: z.object({ decline_code: z.string().nullish() }).nullish(),
})
type Intent = z.output<typeof Intent>
const Session = z.object({
  client_reference_id: z.string().nullish(),
  status: z.string().nullish(),
  payment_status: z.string(),
  /** Its id alone when it was not asked for. */
  payment_intent: z.union([Intent, z.string().transform(() => null)]).nullish(),
  currency: ProviderCurrency.nullish(),
  amount_total: z.number().int().nonnegative().nullish(),
})
type Session = z.output<typeof Session>

/** What Stripe says now of a payment; `unknown` when the session is not ours, or another payment's. */
export async function fetchSession(
  call: CallStripe,
  payment: PaymentRow,
  sessionId: string,
): Promise<GatewayState> {
  const session = await call(Session, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
  ).catch((error) => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  })
  return session?.client_reference_id === payment.id ? stateOf(session) : { state: 'unknown' }
}

function stateOf({ status, payment_status, payment_intent, currency, amount_total }: Session): GatewayState {
  if (payment_status === 'paid' && payment_intent && currency)
    return {
      state: 'paid',
      txnId: payment_intent.id,
      currency: currency.toUpperCase(),
      minor: BigInt(amount_total ?? 0),
    }
  if (status === 'expired') return { state: 'failed', code: 'expired' }
  // An open session lets the payer try again. A finished one that is unpaid waits for a bank, or has failed there.
  if (status === 'complete' && payment_intent && hasFailed(payment_intent))
    return { state: 'failed', code: failureCode(payment_intent) }
  return { state: 'pending' }
}

const hasFailed = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'canceled'

function failureCode({ last_payment_error: error }: Intent): FailureCode {
  return error?.decline_code === 'insufficient_funds' ? 'insufficient-funds' : 'declined'
}
