import {
  type Gateway,
  GatewayError,
  type GatewayState,
  type Opened,
  type Order,
  type PaymentRow,
  type RefundOrder,
  type RefundState,
} from '../../billing'
import { isPageOf } from '../provider-client'
import { type Created, type MomoConfig, momoApi } from './client'
import { AUTHORISED, DUPLICATES, isUndecided, stateOf, UNKNOWN_ORDER } from './payment-status'

/** MoMo asks callers to wait at least this long. */
const TIMEOUT_MS = 30_000

interface MomoDependencies {
  /** Base of our address, to which webhooks are sent. */
  appUrl: string
  timeoutMs?: number
}

/** MoMo's wallet by its page or QR code (payments §2); an order is named by our reference. */
export function openMomo(config: MomoConfig, { appUrl, timeoutMs = TIMEOUT_MS }: MomoDependencies): Gateway {
  const api = momoApi(config, timeoutMs)

  const create = async ({ payment, returnUrl }: Order, attempt: number) => {
    const { ref, amount, language } = payment
    const order = {
      orderId: ref,
      requestId: requestIdOf(ref, attempt),
      amount: Number(amount),
      orderInfo: `Thanh toan ${ref}`,
      redirectUrl: returnUrl,
      ipnUrl: `${appUrl}/webhooks/momo`,
    }
    return { order, answer: await api.create(order, language === 'vi' ? 'vi' : 'en') }
  }

  /** MoMo answers a repeated request id as the first time, so that a lost response causes no second order. */
  async function open(order: Order): Promise<Opened> {
    const first = await create(order, 1)
    if (!DUPLICATES.includes(first.answer.resultCode)) return openedOf(first, config.url)
    const { ref } = order.payment
    const { resultCode } = await api.query(ref)
    if (resultCode === UNKNOWN_ORDER) return openedOf(await create(order, 2), config.url)
    throw new GatewayError('momo', 'unanswered', `momo has an order ${ref} whose page nobody knows`)
  }

  async function poll({ ref }: PaymentRow): Promise<GatewayState> {
    const answer = await api.query(ref)
    if (answer.resultCode === UNKNOWN_ORDER) return { state: 'unknown' }
    const resultCode = answer.resultCode === AUTHORISED ? 0 : answer.resultCode
    const state = stateOf({ ...answer, resultCode })
    if (!state || answer.orderId !== ref)
      throw new GatewayError('momo', 'refused', `momo tells nothing of ${ref}: ${answer.resultCode}`)
    return state
  }

  async function refund({ payment, ref, amount, reason }: RefundOrder): Promise<RefundState> {
    const order = {
      orderId: ref,
      requestId: ref,
      amount: Number(amount),
      transId: Number(payment.gatewayTxnId),
      description: reason.slice(0, 255),
    }
    const { resultCode, transId } = await api.refund(order)
    if (!DUPLICATES.includes(resultCode)) return refundState(resultCode, transId)
    const { refundTrans } = await api.query(payment.ref)
    const known = refundTrans?.find(({ orderId }) => orderId === ref)
    return known ? refundState(known.resultCode, known.transId) : { state: 'pending' }
  }

  return {
    type: 'momo',
    provider: 'momo',
    minAmount: 1_000n,
    maxAmount: 50_000_000n,
    expiresAfterMs: 600_000,
    open,
    poll,
    refund,
  }
}

const requestIdOf = (ref: string, attempt: number) => `${ref}-${attempt}`

/** Whether a request id is one by which the order of a reference was made. */
export const isRequestOf = (ref: string, requestId: string): boolean =>
  [1, 2].some((attempt) => requestId === requestIdOf(ref, attempt))

interface Params {
  order: { orderId: string; requestId: string; amount: number }
  answer: Created
}

/** @throws GatewayError unless it is the order that was asked for, and its page one to send a payer to */
function openedOf({ order, answer }: Params, gatewayUrl: string): Opened {
  const { orderId, requestId, amount } = order
  const { resultCode, payUrl = '', qrCodeUrl, deeplink } = answer
  if (resultCode !== 0)
    throw new GatewayError(
      'momo',
      isUndecided(resultCode) ? 'unanswered' : 'refused',
      `momo answers ${resultCode} for ${orderId}`,
    )
  const isSame = answer.orderId === orderId && answer.requestId === requestId && answer.amount === amount
  if (!isSame || !isPageOf(payUrl, gatewayUrl))
    throw new GatewayError('momo', 'refused', `momo answers another order than ${orderId}, or no page`)
  return {
    orderId,
    payUrl,
    ...(qrCodeUrl && { qrCodeUrl }),
    ...(deeplink && APP_LINK.test(deeplink) && { deeplink }),
  }
}

const APP_LINK = /^(https|momo):\/\//

function refundState(resultCode: number, transId: number): RefundState {
  if (resultCode === 0) return { state: 'done', txnId: String(transId) }
  return isUndecided(resultCode) ? { state: 'pending' } : { state: 'failed', code: String(resultCode) }
}
