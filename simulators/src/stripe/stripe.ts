import { payPage } from '../pay-page'
import { type FaultPlan, listen, PLAIN, type PlanChange, planWith, type Simulator } from '../simulator'
import { stripeApi } from './api'
import { stripeEvents } from './events'
import { createStripeState, type Dispute, type Refund, type Session, type StripeEvent } from './state'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** Version that every call has to name. */
  apiVersion: string
  /** Where events are sent. */
  webhookUrl: string
  port?: number
  /** Milliseconds; Stripe's own clock. */
  now?: () => number
}

export interface StripeSimulator extends Simulator {
  /** What becomes of calls, visits and events from now on. */
  plan(change: PlanChange): void
  sessions(): Session[]
  /**
   * The payer does on a session's page what is planned, and its events are sent.
   * @returns where the browser goes then
   */
  visit(sessionId: string): Promise<string>
  /** The bank of a delayed method decides. */
  settle(sessionId: string, isPaid: boolean): Promise<void>
  /** Sends the events that a plan `after-expiry` held back. */
  release(order?: 'in-order' | 'reversed'): Promise<void>
  /** As what refunds begin from now on. */
  refundsBegin(status: Refund['status']): void
  settleRefund(id: string, status: Refund['status']): Promise<void>
  refunds(paymentIntent: string): Refund[]
  /** The card's bank takes money back. */
  dispute(paymentIntent: string, amount: number, status?: Dispute['status']): Promise<Dispute>
  closeDispute(id: string, status: Dispute['status']): Promise<void>
  event(type: string, object: object): StripeEvent
  /** Sends a body as it is, signed unless the header is given; answers the status. */
  send(body: string, header?: string): Promise<number>
  /** Every event that was sent, and what was answered. */
  deliveries: { type: string; statuses: number[] }[]
  /** Calls that make something wait until the answered function is called. */
  hold(): () => void
}

interface Visit {
  /** Where the browser goes. */
  to: string
  /** Sends the events, before or after that. */
  sendWebhooks(): Promise<void>
}

/** Stripe on loopback (payments §4, §11): Checkout sessions, refunds, disputes and signed events. */
export async function stripeSimulator(options: StripeOptions): Promise<StripeSimulator> {
  const { now = Date.now } = options
  let plan: FaultPlan = PLAIN
  let refundStatus: Refund['status'] = 'succeeded'
  let gate: Promise<void> = Promise.resolve()
  const refusals: string[] = []
  const state = createStripeState(() => server.url)
  const events = stripeEvents({ ...options, now, plan: () => plan })
  const { emit } = events

  async function settle(sessionId: string, isPaid: boolean): Promise<void> {
    const session = state.session(sessionId)
    state.complete(session, isPaid ? 'succeeded' : 'requires_payment_method')
    await emit(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  }

  function visit(session: Session, outcome: FaultPlan['outcome']): Visit {
    if (session.status !== 'open' || outcome === 'cancel')
      return { to: session.cancel_url, sendWebhooks: async () => {} }
    if (outcome === 'expire') {
      Object.assign(session, { status: 'expired', url: null })
      return { to: session.cancel_url, sendWebhooks: () => emit('checkout.session.expired', session) }
    }
    const { fault } = plan.webhook
    if (fault === 'wrong-amount') session.amount_total += 1_000
    if (fault === 'wrong-currency') session.currency = 'usd'
    state.complete(session, outcome === 'success' ? 'succeeded' : 'processing')
    if (fault === 'other-merchant') state.loseSession(session.id)
    const sendWebhooks = async () => {
      await emit('checkout.session.completed', session)
      if (outcome === 'failure') await settle(session.id, false)
    }
    return { to: session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id), sendWebhooks }
  }

  const server = await listen((app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    )
    const { secretKey, apiVersion } = options
    stripeApi(app, {
      secretKey,
      apiVersion,
      state,
      refusals,
      now,
      plan: () => plan,
      refundStatus: () => refundStatus,
      gate: () => gate,
    })
    const buttons = { success: 'Pay', pending: 'Pay by a slow bank', failure: 'Fail', cancel: 'Cancel' }
    app.get<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
      const { amount_total, currency, metadata } = state.session(request.params.id)
      const title = `Stripe: ${metadata['ref']}, ${amount_total} ${currency.toUpperCase()}`
      return reply.type('text/html').send(payPage(title, buttons))
    })
    app.post<{ Params: { id: string } }>('/c/pay/:id', async (request, reply) => {
      const outcome = new URLSearchParams(String(request.body)).get('action') as FaultPlan['outcome']
      const { to, sendWebhooks } = visit(state.session(request.params.id), outcome)
      if (plan.webhook.when === 'before-return') await sendWebhooks()
      else reply.raw.once('finish', () => void sendWebhooks())
      return reply.redirect(to, 303)
    })
  }, options.port)

  return {
    ...server,
    refusals,
    deliveries: events.deliveries,
    event: events.event,
    send: events.send,
    release: events.release,
    settle,
    sessions: state.sessions,
    refunds: state.refundsOf,
    plan: (change) => {
      plan = planWith(plan, change)
    },
    visit: async (sessionId) => {
      const { to, sendWebhooks } = visit(state.session(sessionId), plan.outcome)
      await sendWebhooks()
      return to
    },
    refundsBegin: (status) => {
      refundStatus = status
    },
    settleRefund: async (id, status) => {
      const refund = Object.assign(state.refundById(id), { status })
      await emit(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    },
    dispute: async (paymentIntent, amount, status = 'needs_response') => {
      const dispute = Object.assign(state.dispute(paymentIntent, amount), { status })
      await emit('charge.dispute.created', dispute)
      return dispute
    },
    closeDispute: async (id, status) => {
      await emit('charge.dispute.closed', Object.assign(state.disputeById(id), { status }))
    },
    hold: () => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
  }
}
