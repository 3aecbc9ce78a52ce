import { repeatDelivery, sendUntil } from '../deliver-webhook'
import {
  type FaultPlan,
  listen,
  PLAIN,
  type PlanChange,
  payPage,
  planWith,
  type Simulator,
} from '../simulator'
import { type MomoApiDependencies, momoApi } from './api'
import { signMomo } from './signature'
import { createMomoState, type MomoOrder, type MomoRefund } from './state'

export interface MomoOptions {
  partnerCode: string
  accessKey: string
  secretKey: string
  port?: number
  /** Milliseconds; the simulator's own clock. */
  now?: () => number
}

export interface MomoSimulator extends Simulator {
  plan(change: PlanChange): void
  orders(): MomoOrder[]
  /** The payer does what is planned; ends when the webhooks have been sent. @returns where the browser goes */
  visit(orderId: string): Promise<string>
  /** What waits comes to an end, by result code. */
  settle(orderId: string, resultCode: number): Promise<void>
  /** Sends the webhooks that a plan `after-expiry` held back. */
  release(): Promise<void>
  /** One webhook about an order, with other values, rightly signed. @returns the status of the response */
  notify(orderId: string, change?: Record<string, unknown>): Promise<number>
  /** The response to each webhook, null for none. */
  deliveries: (number | null)[][]
  /** The next order is refused with this result code. */
  refuseNext(resultCode: number): void
  /** Values in the responses to `create` from now on. */
  answerWith(change: Record<string, unknown>): void
  /** A request id that comes again is refused from now on, in place of answered again. */
  forgetAnswers(): void
  /** Refunds begin with this result code from now on. */
  refundsBegin(resultCode: number): void
  settleRefund(refundOrderId: string, resultCode: number): MomoRefund
}

const CODES: Record<FaultPlan['outcome'], number> = {
  success: 0,
  failure: 1001,
  cancel: 1006,
  expire: 1005,
  pending: 7002,
}

/** MoMo on loopback (payments §2, §11): orders, a page to pay on, webhooks, questions and refunds. */
export async function momoSimulator({ port, now = Date.now, ...keys }: MomoOptions): Promise<MomoSimulator> {
  let plan: FaultPlan = PLAIN
  let answerChange: Record<string, unknown> = {}
  let refundCode = 0
  let held: (() => Promise<void>)[] = []
  const refusals: string[] = []
  const deliveries: MomoSimulator['deliveries'] = []
  const state = createMomoState(now)
  const dependencies: MomoApiDependencies = {
    keys,
    state,
    refusals,
    now,
    url: () => server.url,
    plan: () => plan,
    refuseNext: [],
    answerChange: () => answerChange,
    refundCode: () => refundCode,
    answered: new Map(),
  }

  /** The fields of a webhook; the browser brings the same back. */
  function webhookOf({ request, resultCode, transId }: MomoOrder, change: Record<string, unknown> = {}) {
    const { orderId, requestId, amount, orderInfo, extraData } = request
    const fields = {
      partnerCode: keys.partnerCode,
      orderId,
      requestId,
      amount,
      orderInfo,
      orderType: 'momo_wallet',
      transId,
      resultCode,
      message: resultCode === 0 ? 'Successful.' : 'Giao dịch bị từ chối.',
      payType: 'qr',
      responseTime: now(),
      extraData,
      ...change,
    }
    const secretKey = plan.webhook.fault === 'wrong-signature' ? 'a wrong key' : keys.secretKey
    return {
      ...fields,
      signature: signMomo('webhook', fields, { ...keys, secretKey }),
      paymentOption: 'momo',
    }
  }

  async function send(order: MomoOrder, change?: Record<string, unknown>): Promise<number> {
    const { fault } = plan.webhook
    const amount = Number(order.request['amount'])
    const webhook = webhookOf(order, {
      ...(fault === 'wrong-amount' && { amount: amount + 1_000 }),
      ...(fault === 'other-merchant' && { partnerCode: 'SOMEBODY' }),
      ...change,
    })
    const reply = await fetch(String(order.request['ipnUrl']), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=UTF-8' },
      body: JSON.stringify(webhook),
    })
    const isEmpty = (await reply.text()) === ''
    if (reply.status === 204 && !isEmpty) refusals.push('an acknowledgement with a body')
    return reply.status
  }

  async function deliver(order: MomoOrder): Promise<void> {
    const deliverNow = () =>
      repeatDelivery(plan.webhook, async () => {
        deliveries.push(
          await sendUntil(
            () => send(order),
            (status) => status === 204,
          ),
        )
      }).then(() => {})
    if (plan.webhook.when === 'after-expiry') held.push(deliverNow)
    else await deliverNow()
  }

  function returnOf(order: MomoOrder): string {
    const url = new URL(String(order.request['redirectUrl']))
    for (const [key, value] of Object.entries(webhookOf(order))) url.searchParams.set(key, String(value))
    return url.href
  }

  const server = await listen((app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    )
    momoApi(app, dependencies)
    const buttons = { success: 'Pay', failure: 'Fail', cancel: 'Cancel' }
    app.get<{ Params: { id: string } }>('/pay/:id', async ({ params }, reply) => {
      const { request, resultCode } = state.order(params.id)
      const title = `MoMo: ${params.id}, ${request['amount']} VND`
      const isOpen = resultCode === 1000
      return reply
        .type('text/html')
        .send(payPage(title, isOpen ? buttons : {}, isOpen ? '' : 'This order has ended.'))
    })
    app.post<{ Params: { id: string } }>('/pay/:id', async ({ params, body }, reply) => {
      const order = state.order(params.id)
      const action = new URLSearchParams(String(body)).get('action') as FaultPlan['outcome']
      state.close(order, CODES[action === 'success' ? plan.outcome : action] ?? 99)
      if (plan.webhook.when === 'before-return') await deliver(order)
      else reply.raw.once('finish', () => void deliver(order))
      return reply.redirect(returnOf(order), 303)
    })
  }, port)

  return {
    ...server,
    refusals,
    deliveries,
    orders: state.all,
    plan: (change) => {
      plan = planWith(plan, change)
    },
    visit: async (orderId) => {
      const order = state.order(orderId)
      state.close(order, CODES[plan.outcome])
      await deliver(order)
      return returnOf(order)
    },
    settle: async (orderId, resultCode) => {
      const order = state.order(orderId)
      state.close(order, resultCode)
      await deliver(order)
    },
    release: async () => {
      const late = held
      held = []
      for (const deliverNow of late) await deliverNow()
    },
    notify: (orderId, change) => send(state.order(orderId), change),
    refuseNext: (resultCode) => {
      dependencies.refuseNext.push(resultCode)
    },
    answerWith: (change) => {
      answerChange = change
    },
    forgetAnswers: () => {
      for (const known of dependencies.answered.values()) known.signature = null
    },
    refundsBegin: (resultCode) => {
      refundCode = resultCode
    },
    settleRefund: (refundOrderId, resultCode) => {
      const refund = state
        .all()
        .flatMap(({ refunds }) => refunds)
        .find(({ orderId }) => orderId === refundOrderId)
      if (!refund) throw new Error(`No refund ${refundOrderId}`)
      return Object.assign(refund, { resultCode })
    },
  }
}
