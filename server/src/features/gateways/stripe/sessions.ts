import type { Language } from '@scanleaf/shared'
import type Stripe from 'stripe'
import type { FailureCode, GatewayState, Opened, Order, PaymentRow } from '../../billing'
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
  const { id, url } = await call((stripe) =>
    stripe.checkout.sessions.create(request, { idempotencyKey: paymentId }),
  )
  if (!url) throw new Error('Stripe created a session without a URL')
  return { orderId: id, payUrl: url }
}

/** What Stripe says now of a payment; `unknown` when the session is not ours, or another payment's. */
export async function fetchSession(
  call: CallStripe,
  payment: PaymentRow,
  sessionId: string,
): Promise<GatewayState> {
  const session = await call((stripe) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }),
  ).catch((error) => {
    if (error instanceof StripeRefusal && error.code === 'resource_missing') return null
    throw error
  })
  return session?.client_reference_id === payment.id ? stateOf(session) : { state: 'unknown' }
}

function stateOf({
  status,
  payment_status,
  payment_intent,
  currency,
  amount_total,
}: Stripe.Checkout.Session): GatewayState {
  const intent = typeof payment_intent === 'object' ? payment_intent : null
  if (payment_status === 'paid' && intent && currency)
    return {
      state: 'paid',
      txnId: intent.id,
      currency: currency.toUpperCase(),
      minor: BigInt(amount_total ?? 0),
    }
  if (status === 'expired') return { state: 'failed', code: 'expired' }
  // An open session lets the payer try again. A finished one that is unpaid waits for a bank, or has failed there.
  if (status === 'complete' && intent && hasFailed(intent))
    return { state: 'failed', code: failureCode(intent) }
  return { state: 'pending' }
}

const hasFailed = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'requires_payment_method' || status === 'canceled'

function failureCode({ last_payment_error: error }: Stripe.PaymentIntent): FailureCode {
  return error?.decline_code === 'insufficient_funds' ? 'insufficient-funds' : 'declined'
}
