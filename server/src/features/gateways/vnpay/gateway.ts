import { isIP } from 'node:net'
import type { Clock } from '../../../platform/clock'
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
import { type VnpayConfig, vnpayApi } from './client'
import { refundStateOf, stateOfResponse } from './payment-status'
import { vnpayHash, vnpayQuery } from './signature'
import { vnpayDay, vnpayTime } from './vnpay-time'

interface VnpayDependencies {
  clock: Clock
  /** `credit-card`: the same gateway, opened at the page for international cards. */
  type: 'vnpay' | 'credit-card'
}

/** VNPay's page (payments §3); an order is named by our reference. */
export function openVnpay(config: VnpayConfig, { clock, type }: VnpayDependencies): Gateway {
  const api = vnpayApi(config, clock)

  async function poll(payment: PaymentRow): Promise<GatewayState> {
    const answer = await api.query(payment)
    if (answer.code === UNKNOWN_ORDER) return { state: 'unknown' }
    if (answer.code !== '00')
      throw new GatewayError('vnpay', 'refused', `vnpay answers ${answer.code} about ${payment.ref}`)
    if (answer.type !== PAYMENT) return { state: 'pending' }
    return stateOfResponse(answer, { isExpired: clock.now() >= payment.expiresAt })
  }

  /** VNPay knows the name of a refund for a day: from the next one on it is only asked about. */
  async function refund(order: RefundOrder): Promise<RefundState> {
    const isNew = vnpayDay(order.createdAt) === vnpayDay(clock.now())
    const answer = isNew ? await api.refund(order) : null
    if (answer && UNDECIDED.includes(answer.code))
      throw new GatewayError('vnpay', 'unanswered', `vnpay answers ${answer.code} to ${order.ref}`)
    if (answer?.code === '00') return refundStateOf(answer)
    if (answer && answer.code !== REPEATED) return { state: 'failed', code: answer.code }
    const known = await api.query(order.payment)
    // VNPay reports only the newest refund of a payment: one of another amount is not this one.
    const isThis = known.code === '00' && known.type !== PAYMENT && known.amount === order.amount
    return isThis ? refundStateOf(known) : { state: 'pending' }
  }

  return {
    type,
    provider: 'vnpay',
    minAmount: 5_000n,
    maxAmount: 999_999_999n,
    expiresAfterMs: 900_000,
    open: async (order) => openedAt(config, type, order),
    poll,
    refund,
  }
}

const UNKNOWN_ORDER = '91'
const REPEATED = '94'
/** It timed out there, or failed for a reason that it does not know. */
const UNDECIDED = ['98', '99']
const PAYMENT = '01'

/** Built and signed here: VNPay learns of the order when the payer arrives. */
function openedAt(
  { payUrl, tmnCode, hashSecret }: VnpayConfig,
  type: VnpayDependencies['type'],
  { payment, returnUrl, payerAddress }: Order,
): Opened {
  const { ref, amount, language, createdAt, expiresAt } = payment
  const query = vnpayQuery({
    vnp_Version: '2.1.0',
    vnp_Command: 'pay',
    vnp_TmnCode: tmnCode,
    vnp_Amount: String(amount * 100n),
    vnp_CurrCode: 'VND',
    vnp_TxnRef: ref,
    vnp_OrderInfo: `Thanh toan ${ref}`,
    vnp_OrderType: 'other',
    vnp_Locale: language === 'vi' ? 'vn' : 'en',
    vnp_ReturnUrl: returnUrl,
    vnp_IpAddr: addressFor(payerAddress),
    vnp_CreateDate: vnpayTime(createdAt),
    vnp_ExpireDate: vnpayTime(expiresAt),
    vnp_BankCode: type === 'credit-card' ? 'INTCARD' : '',
  })
  return { orderId: ref, payUrl: `${payUrl}?${query}&vnp_SecureHash=${vnpayHash(query, hashSecret)}` }
}

/**
 * As VNPay takes it, 7 to 45 characters: IPv4 also of a mapped address, IPv6 as it is. What is shorter or none, such
 * as `::1`, is sent as `127.0.0.1`.
 */
export function addressFor(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && /^[\da-f.:]{7,45}$/i.test(plain) ? plain : '127.0.0.1'
}
