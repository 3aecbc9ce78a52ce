import type { FastifyReply } from 'fastify'
import { repeatDelivery, sendUntil } from '../deliver-webhook'
import { payPage } from '../pay-page'
import { type FaultPlan, listen, PLAIN, type PlanChange, planWith, type Simulator } from '../simulator'
import { API_PATH, vnpayApi } from './api'
import { signVnpayQuery, vnpayText } from './signature'
import { createVnpayState, type VnpayOrder } from './state'
import { checkPayQuery, VnpayError, type VnpayFields } from './validate-requests'

export interface VnpayOptions {
  /** Eight letters and digits. */
  tmnCode: string
  hashSecret: string
  /** Where notices are sent; may be said later. */
  webhookUrl?: string
  port?: number
  /** Milliseconds; the simulator's own clock. */
  now?: () => number
}

export interface VnpaySimulator extends Simulator {
  /** Settings of a shop: where payers are sent, and where it asks. */
  payUrl: string
  apiUrl: string
  plan(change: PlanChange): void
  sendWebhooksTo(url: string): void
  orders(): VnpayOrder[]
  /** A payer opens a pay address and does what is planned; ends when the notices have been sent. @returns where the browser goes */
  visit(payUrl: string): Promise<string>
  /** An order that was opened comes to an end, by both codes. */
  settle(ref: string, responseCode: string, transactionStatus?: string): Promise<void>
  /** Sends what a plan `after-expiry` held back. */
  release(): Promise<void>
  /** One notice about an order, with other values, rightly signed. @returns the RspCode that is answered */
  notify(ref: string, change?: VnpayFields): Promise<string>
  /** What was answered to each notice, null for nothing. */
  deliveries: (string | null)[][]
  /** Refunds begin with this transaction status from now on. */
  refundsBegin(status: string): void
  settleRefund(requestId: string, status: string): void
  /** Values in the answers to calls from now on, set after they were signed. */
  answerWith(change: Record<string, string>): void
}

/** Response code and transaction status of what may happen to a payment. */
const CODES: Record<FaultPlan['outcome'], [string, string]> = {
  success: ['00', '00'],
  failure: ['51', '02'],
  cancel: ['24', '02'],
  expire: ['11', '02'],
  pending: ['07', '07'],
}
const PAY_PATH = '/paymentv2/vpcpay.html'

/** VNPay on loopback (payments §3, §11): a page to pay on, notices, questions and refunds. */
export async function vnpaySimulator({
  port,
  now = Date.now,
  ...shop
}: VnpayOptions): Promise<VnpaySimulator> {
  const { hashSecret, tmnCode } = shop
  let { webhookUrl = '' } = shop
  let plan: FaultPlan = PLAIN
  let refundStatus = '00'
  let answerChange: Record<string, string> = {}
  let held: (() => Promise<void>)[] = []
  const refusals: string[] = []
  const deliveries: VnpaySimulator['deliveries'] = []
  const clock = () => new Date(now())
  const state = createVnpayState(clock)

  /** What a notice says; the browser brings the same back. */
  function queryOf(order: VnpayOrder, change: VnpayFields = {}): string {
    const { request, responseCode, transactionStatus, transactionNo, payDate } = order
    const isDebited = transactionNo !== '0'
    const fields = {
      vnp_Amount: request['vnp_Amount'] ?? '',
      vnp_BankCode: isDebited ? 'NCB' : 'VNPAY',
      vnp_BankTranNo: isDebited ? `VNP${transactionNo}` : '',
      vnp_CardType: isDebited ? 'ATM' : 'QRCODE',
      vnp_OrderInfo: request['vnp_OrderInfo'] ?? '',
      vnp_PayDate: payDate,
      vnp_ResponseCode: responseCode,
      vnp_TmnCode: tmnCode,
      vnp_TransactionNo: transactionNo,
      vnp_TransactionStatus: transactionStatus,
      vnp_TxnRef: request['vnp_TxnRef'] ?? '',
      ...change,
    }
    const secret = plan.webhook.fault === 'wrong-signature' ? 'a wrong secret' : hashSecret
    return `${vnpayText(fields)}&vnp_SecureHash=${signVnpayQuery(fields, secret)}`
  }

  async function send(order: VnpayOrder, change?: VnpayFields): Promise<string> {
    const { fault } = plan.webhook
    const query = queryOf(order, {
      ...(fault === 'wrong-amount' && { vnp_Amount: String(Number(order.request['vnp_Amount']) + 100_000) }),
      ...(fault === 'other-merchant' && { vnp_TmnCode: 'SOMEBODY' }),
      ...change,
    })
    const reply = await fetch(`${webhookUrl}?${query}`)
    const { RspCode, Message } = (await reply.json()) as Record<string, unknown>
    if (reply.status !== 200 || typeof Message !== 'string')
      refusals.push(`an acknowledgement ${reply.status} without words`)
    return String(RspCode)
  }

  async function deliver(order: VnpayOrder): Promise<void> {
    const deliverNow = async () => {
      await repeatDelivery(plan.webhook, async () => {
        deliveries.push(
          await sendUntil(
            () => send(order),
            (code) => code === '00' || code === '02',
          ),
        )
      })
    }
    if (plan.webhook.when === 'after-expiry') held.push(deliverNow)
    else await deliverNow()
  }

  function returnOf(order: VnpayOrder): string {
    const url = new URL(order.request['vnp_ReturnUrl'] ?? '')
    for (const [key, value] of new URLSearchParams(queryOf(order))) url.searchParams.set(key, value)
    return url.href
  }

  /** @throws VnpayError for an address that we would not open */
  const orderAt = (address: string) =>
    state.open(checkPayQuery(new URL(address, 'http://vnpay').searchParams, shop, clock()))

  const refused = (reply: FastifyReply, error: unknown) => {
    if (!(error instanceof VnpayError)) throw error
    refusals.push(`${error.code} ${error.message}`)
    return reply
      .code(400)
      .type('text/html')
      .send(payPage('VNPay', {}, error.message))
  }

  const server = await listen((app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: unknown, body: string) => body,
    )
    const merchant = { tmnCode, hashSecret }
    vnpayApi(app, {
      merchant,
      state,
      refusals,
      now: clock,
      plan: () => plan,
      refundStatus: () => refundStatus,
      answerChange: () => answerChange,
    })
    const buttons = { success: 'Pay', failure: 'Fail', cancel: 'Cancel' }
    app.get(PAY_PATH, async (request, reply) => {
      try {
        const { request: asked, responseCode } = orderAt(request.url)
        const title = `VNPay: ${asked['vnp_TxnRef']}, ${Number(asked['vnp_Amount']) / 100} VND`
        const isOpen = responseCode === ''
        const note = isOpen ? (asked['vnp_BankCode'] ?? '') : 'This order has ended.'
        return reply.type('text/html').send(payPage(title, isOpen ? buttons : {}, note))
      } catch (error) {
        return refused(reply, error)
      }
    })
    app.post(PAY_PATH, async (request, reply) => {
      try {
        const order = orderAt(request.url)
        const action = new URLSearchParams(String(request.body)).get('action') as FaultPlan['outcome']
        const outcome = action === 'success' ? plan.outcome : action
        state.close(order, ...(CODES[outcome] ?? CODES.failure))
        if (plan.webhook.when === 'before-return') await deliver(order)
        else reply.raw.once('finish', () => void deliver(order))
        return reply.redirect(returnOf(order), 303)
      } catch (error) {
        return refused(reply, error)
      }
    })
  }, port)

  return {
    ...server,
    payUrl: server.url + PAY_PATH,
    apiUrl: server.url + API_PATH,
    refusals,
    deliveries,
    orders: state.all,
    plan: (change) => {
      plan = planWith(plan, change)
    },
    sendWebhooksTo: (url) => {
      webhookUrl = url
    },
    visit: async (payUrl) => {
      const order = orderAt(payUrl)
      state.close(order, ...CODES[plan.outcome])
      await deliver(order)
      return returnOf(order)
    },
    settle: async (ref, responseCode, transactionStatus = responseCode === '00' ? '00' : '02') => {
      const order = state.find(ref)
      state.close(order, responseCode, transactionStatus)
      await deliver(order)
    },
    release: async () => {
      const late = held
      held = []
      for (const deliverNow of late) await deliverNow()
    },
    notify: (ref, change) => send(state.find(ref), change),
    refundsBegin: (status) => {
      refundStatus = status
    },
    settleRefund: (requestId, status) => {
      const refund = state
        .all()
        .flatMap(({ refunds }) => refunds)
        .find((known) => known.requestId === requestId)
      if (!refund) throw new Error(`No refund ${requestId}`)
      refund.status = status
    },
    answerWith: (change) => {
      answerChange = change
    },
  }
}
