import { randomBytes } from 'node:crypto'
import { StripeError } from './validate-requests'

/** Objects as Stripe shows them, the fields that matter here. */
export interface Session {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  client_reference_id: string
  metadata: Record<string, string>
  payment_intent: string | null
  success_url: string
  cancel_url: string
  expires_at: number
  locale: string
  url: string | null
  livemode: false
}

export interface Intent {
  id: string
  object: 'payment_intent'
  status: 'processing' | 'succeeded' | 'requires_payment_method'
  amount: number
  currency: string
  metadata: Record<string, string>
  last_payment_error: { code: string; decline_code: string } | null
}

export interface Refund {
  id: string
  object: 'refund'
  status: 'pending' | 'succeeded' | 'failed'
  amount: number
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  failure_reason?: string
}

export interface Dispute {
  id: string
  object: 'dispute'
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response'
  amount: number
  currency: string
  payment_intent: string
}

export interface StripeEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  livemode: false
  data: { object: object }
}

export const newId = (kind: string): string => `${kind}_${randomBytes(12).toString('hex')}`

/** Everything that the account of the merchant holds. */
export type StripeState = ReturnType<typeof createStripeState>

export function createStripeState(url: () => string) {
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()

  const found = <T>(map: Map<string, T>, id: string): T => {
    const object = map.get(id)
    if (!object) throw new StripeError(404, 'resource_missing', `No such object: '${id}'`)
    return object
  }

  function openSession(fields: Record<string, string>): Session {
    const id = newId('cs_test')
    const metadata = { paymentId: fields['metadata[paymentId]'] ?? '', ref: fields['metadata[ref]'] ?? '' }
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      amount_total: Number(fields['line_items[0][price_data][unit_amount]']),
      currency: fields['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: fields['client_reference_id'] ?? '',
      metadata,
      payment_intent: null,
      success_url: fields['success_url'] ?? '',
      cancel_url: fields['cancel_url'] ?? '',
      expires_at: Number(fields['expires_at']),
      locale: fields['locale'] ?? '',
      url: `${url()}/c/pay/${id}`,
      livemode: false,
    }
    sessions.set(id, session)
    return session
  }

  /** The payer has done what is asked: the money is there, comes later, or will not come. */
  function complete(session: Session, status: Intent['status']): Intent {
    const { amount_total: amount, currency, metadata } = session
    const id = session.payment_intent ?? newId('pi')
    const intent: Intent = {
      id,
      object: 'payment_intent',
      status,
      amount,
      currency,
      metadata,
      last_payment_error:
        status === 'requires_payment_method'
          ? { code: 'card_declined', decline_code: 'insufficient_funds' }
          : null,
    }
    intents.set(id, intent)
    Object.assign(session, {
      status: 'complete',
      payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
      payment_intent: id,
      url: null,
    })
    return intent
  }

  const refundsOf = (intent: string) =>
    [...refunds.values()].filter((refund) => refund.payment_intent === intent)

  function refund(fields: Record<string, string>, status: Refund['status']): Refund {
    const intent = found(intents, fields['payment_intent'] ?? '')
    const amount = Number(fields['amount'])
    const kept = refundsOf(intent.id).filter((other) => other.status !== 'failed')
    const left = kept.reduce((rest, other) => rest - other.amount, intent.amount)
    if (intent.status !== 'succeeded' || left === 0)
      throw new StripeError(400, 'charge_already_refunded', 'Nothing is left to refund')
    if (amount > left) throw new StripeError(400, 'amount_too_large', 'More than what is left')
    const { currency, id: payment_intent } = intent
    const metadata = { refund: fields['metadata[refund]'] ?? '', ref: fields['metadata[ref]'] ?? '' }
    const row: Refund = {
      id: newId('re'),
      object: 'refund',
      status,
      amount,
      currency,
      payment_intent,
      metadata,
    }
    refunds.set(row.id, row)
    return row
  }

  function dispute(paymentIntent: string, amount: number): Dispute {
    const { currency } = found(intents, paymentIntent)
    const row: Dispute = {
      id: newId('du'),
      object: 'dispute',
      status: 'needs_response',
      amount,
      currency,
      payment_intent: paymentIntent,
    }
    disputes.set(row.id, row)
    return row
  }

  return {
    openSession,
    complete,
    refund,
    refundsOf,
    dispute,
    session: (id: string) => found(sessions, id),
    intent: (id: string) => found(intents, id),
    refundById: (id: string) => found(refunds, id),
    disputeById: (id: string) => found(disputes, id),
    /** As if another merchant had it. */
    loseSession: (id: string) => sessions.delete(id),
    sessions: () => [...sessions.values()],
  }
}
