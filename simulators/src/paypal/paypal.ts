import { repeatDelivery, sendUntilAccepted } from '../deliver-webhook'
import {
  type FaultPlan,
  listen,
  PLAIN,
  type PlanChange,
  payPage,
  planWith,
  type Simulator,
} from '../simulator'
import { paypalApi } from './api'
import { paypalKeys } from './signature'
import { createPayPalState, newPayPalId, type PayPalOrder, type PayPalRefund } from './state'

export interface PayPalOptions {
  clientId: string
  clientSecret: string
  webhookId: string
  /** Where events are sent. */
  webhookUrl: string
  port?: number
}

export interface PayPalSimulator extends Simulator {
  /** What becomes of calls, visits and events from now on. */
  plan(change: PlanChange): void
  orders(): PayPalOrder[]
  /**
   * The payer does what is planned on an order's page, and the events that follow are sent.
   * @returns where the browser goes then
   */
  visit(orderId: string): Promise<string>
  /** A capture that was pending is paid, or denied. */
  settle(orderId: string, isPaid: boolean): Promise<void>
  /** Sends the events that a plan `after-expiry` held back. */
  release(order?: 'in-order' | 'reversed'): Promise<void>
  /** As what refunds begin from now on. */
  refundsBegin(status: PayPalRefund['status']): void
  settleRefund(id: string, status: PayPalRefund['status']): Promise<void>
  refunds(captureId: string): PayPalRefund[]
  /** PayPal takes money of a capture back. */
  reverse(captureId: string, value: string): Promise<void>
  event(type: string, resource: object): object
  /** A body and the headers by which it is signed. */
  signed(body: string): Record<string, string>
  /** Sends a body; returns the status. */
  send(body: string, headers?: Record<string, string>): Promise<number>
  /** Every event that was sent, and its response. */
  deliveries: { type: string; statuses: number[] }[]
  /** Ends when every event has been sent. */
  settled(): Promise<void>
  /** No token that was given is good any more. */
  forgetTokens(): void
  tokensGiven(): number
}

interface PayPalEvent {
  event_type: string
}

/** PayPal on loopback (payments §5, §11): orders, captures, refunds and signed events. */
export async function paypalSimulator(options: PayPalOptions): Promise<PayPalSimulator> {
  const { webhookId, webhookUrl } = options
  let plan: FaultPlan = PLAIN
  let refundStatus: PayPalRefund['status'] = 'COMPLETED'
  let held: PayPalEvent[] = []
  const refusals: string[] = []
  const deliveries: PayPalSimulator['deliveries'] = []
  const sending = new Set<Promise<void>>()
  const keys = paypalKeys()
  const forger = paypalKeys()
  const state = createPayPalState(() => server.url)

  const event = (event_type: string, resource: object) => ({
    id: `WH-${newPayPalId()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    event_type,
    // As it is now: a late event reports an old state.
    resource: structuredClone(resource),
  })

  function signed(body: string, by = keys): Record<string, string> {
    const transmissionId = newPayPalId()
    const time = new Date().toISOString()
    return {
      'paypal-transmission-id': transmissionId,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': by.sign({ transmissionId, time, webhookId, body }),
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

  async function send(body: string, headers = signed(body)): Promise<number> {
    const all = { 'content-type': 'application/json', ...headers }
    return (await fetch(webhookUrl, { method: 'POST', headers: all, body })).status
  }

  async function deliver(sent: PayPalEvent): Promise<void> {
    const body = JSON.stringify(sent, null, 1)
    const headers = signed(body, plan.webhook.fault === 'wrong-signature' ? forger : keys)
    await repeatDelivery(plan.webhook, async () => {
      deliveries.push({ type: sent.event_type, statuses: await sendUntilAccepted(() => send(body, headers)) })
    })
  }

  /** Does not wait: an event may follow from a call that itself follows from an event. */
  function emit(type: string, resource: object): void {
    const emitted = event(type, resource)
    if (plan.webhook.when === 'after-expiry') held.push(emitted)
    else track(deliver(emitted))
  }
  function track(delivery: Promise<void>): void {
    sending.add(delivery)
    void delivery.finally(() => sending.delete(delivery))
  }
  async function settled(): Promise<void> {
    while (sending.size > 0) await Promise.all(sending)
  }

  /** What the payer does. Returns where the browser goes, and what is sent before or after that. */
  function visit(id: string, outcome: FaultPlan['outcome']): { to: string; sendWebhooks: () => void } {
    const order = state.order(id)
    const { toReturn, toCancel } = state.returnsOf(id)
    if (outcome === 'expire') state.loseOrder(id)
    if (outcome === 'cancel' || outcome === 'expire' || order.status !== 'PAYER_ACTION_REQUIRED')
      return { to: withToken(toCancel, id), sendWebhooks: () => {} }
    order.status = 'APPROVED'
    const approved = structuredClone(order)
    if (plan.webhook.fault === 'other-merchant') state.loseOrder(id)
    return {
      to: `${withToken(toReturn, id)}&PayerID=PAYER`,
      sendWebhooks: () => emit('CHECKOUT.ORDER.APPROVED', approved),
    }
  }

  let tokens: ReturnType<typeof paypalApi> | null = null
  const server = await listen((app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    tokens = paypalApi(app, {
      ...options,
      keys,
      state,
      refusals,
      plan: () => plan,
      refundStatus: () => refundStatus,
      captured: (capture) =>
        emit(`PAYMENT.CAPTURE.${capture.status === 'PENDING' ? 'PENDING' : 'COMPLETED'}`, capture),
      refunded: (refund) => {
        if (refund.status === 'COMPLETED') emit('PAYMENT.CAPTURE.REFUNDED', refund)
      },
    })
    const buttons = { success: 'Pay', failure: 'Fail', cancel: 'Cancel' }
    app.get<{ Params: { id: string } }>('/checkoutnow/:id', async (request, reply) => {
      const { invoice_id, amount } = state.order(request.params.id).purchase_units[0]
      const title = `PayPal: ${invoice_id}, ${amount.value} ${amount.currency_code}`
      return reply.type('text/html').send(payPage(title, buttons))
    })
    app.post<{ Params: { id: string } }>('/checkoutnow/:id', async (request, reply) => {
      const outcome = new URLSearchParams(String(request.body)).get('action') as FaultPlan['outcome']
      // What becomes of the capture, which comes later.
      if (outcome !== 'cancel') plan = { ...plan, outcome }
      const { to, sendWebhooks } = visit(request.params.id, outcome)
      if (plan.webhook.when === 'before-return') {
        sendWebhooks()
        await settled()
      } else reply.raw.once('finish', sendWebhooks)
      return reply.redirect(to, 303)
    })
  }, options.port)

  return {
    ...server,
    refusals,
    deliveries,
    event,
    signed,
    send,
    settled,
    orders: state.orders,
    refunds: state.refundsOf,
    plan: (change) => {
      plan = planWith(plan, change)
    },
    visit: async (id) => {
      const { to, sendWebhooks } = visit(id, plan.outcome)
      sendWebhooks()
      await settled()
      return to
    },
    settle: async (orderId, isPaid) => {
      const [capture] = state.order(orderId).purchase_units[0].payments?.captures ?? []
      if (!capture) throw new Error('not captured')
      capture.status = isPaid ? 'COMPLETED' : 'DECLINED'
      emit(`PAYMENT.CAPTURE.${isPaid ? 'COMPLETED' : 'DENIED'}`, capture)
      await settled()
    },
    release: async (order = 'in-order') => {
      const waiting = order === 'reversed' ? [...held].reverse() : held
      held = []
      for (const late of waiting) await deliver(late)
      await settled()
    },
    refundsBegin: (status) => {
      refundStatus = status
    },
    settleRefund: async (id, status) => {
      const refund = Object.assign(state.refundById(id), { status })
      if (status === 'COMPLETED') emit('PAYMENT.CAPTURE.REFUNDED', refund)
      await settled()
    },
    reverse: async (captureId, value) => {
      const { currency_code } = state.captureById(captureId).amount
      const up = state.link('up', `/v2/payments/captures/${captureId}`)
      const amount = { currency_code, value }
      emit('PAYMENT.CAPTURE.REVERSED', { id: newPayPalId(), status: 'COMPLETED', amount, links: [up] })
      await settled()
    },
    forgetTokens: () => tokens?.forgetTokens(),
    tokensGiven: () => tokens?.tokensGiven() ?? 0,
  }
}

function withToken(address: string, token: string): string {
  const url = new URL(address)
  url.searchParams.set('token', token)
  return url.href
}
