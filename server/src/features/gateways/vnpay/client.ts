import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Clock } from '../../../platform/clock'
import type { PaymentConfig } from '../../../platform/config/payment-config'
import { GatewayError, type PaymentRow, type RefundOrder } from '../../billing'
import { createProviderClient, ProviderCode, readAnswer } from '../provider-client'
import { isVnpayHash, SIGNED, vnpayHash, vnpayLine } from './signature'
import { vnpayTime } from './vnpay-time'

export type VnpayConfig = NonNullable<PaymentConfig['vnpay']>

/** JSON numbers and digits mean the same. */
const Answer = z.record(z.string(), z.union([z.string(), z.number()]).transform(String))
const Amount = z.string().regex(/^\d{1,16}00$/)

/** Ours; VNPay asks for it, and goes by the address that a call comes from. */
const SERVER_ADDRESS = '127.0.0.1'
const VERSION = '2.1.0'

const Fields = z.object({
  code: ProviderCode,
  type: ProviderCode,
  transactionStatus: ProviderCode,
  transactionNo: ProviderCode,
})

export interface VnpayResponse {
  code: string
  /** `01` a payment, `02` and `03` a refund of all or of a part. */
  type: string
  transactionStatus: string
  transactionNo: string
  /** VND. */
  amount: bigint
}

/** Queries and refunds (payments §3); a response is accepted when its hash is right and it is about the payment. */
export function vnpayApi(config: VnpayConfig, clock: Clock) {
  const call = createProviderClient('vnpay')

  async function post(command: 'querydr' | 'refund', payment: PaymentRow, more: Record<string, string>) {
    const fields: Record<string, string> = {
      vnp_RequestId: randomUUID().replaceAll('-', ''),
      vnp_Version: VERSION,
      vnp_Command: command,
      vnp_TmnCode: config.tmnCode,
      vnp_TxnRef: payment.ref,
      vnp_OrderInfo: `${command === 'querydr' ? 'Truy van' : 'Hoan tien'} ${payment.ref}`,
      vnp_TransactionDate: vnpayTime(payment.createdAt),
      vnp_CreateDate: vnpayTime(clock.now()),
      vnp_IpAddr: SERVER_ADDRESS,
      ...more,
    }
    const vnp_SecureHash = vnpayHash(vnpayLine(SIGNED[command], fields), config.hashSecret)
    const { body } = await call({
      url: config.apiUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, vnp_SecureHash }),
    })
    return read(command, payment, Answer.safeParse(body).data ?? {})
  }

  function read(
    command: 'querydr' | 'refund',
    { ref }: PaymentRow,
    { vnp_SecureHash = '', ...answer }: Record<string, string>,
  ): VnpayResponse {
    const line = vnpayLine(SIGNED[`${command}Answer`], answer)
    if (!isVnpayHash(vnp_SecureHash, line, config.hashSecret))
      throw new GatewayError('vnpay', 'unanswered', `vnpay signs its answer about ${ref} wrongly`)
    const code = answer['vnp_ResponseCode'] ?? ''
    const amount = Amount.safeParse(answer['vnp_Amount'])
    const isAbout = answer['vnp_TxnRef'] === ref && answer['vnp_TmnCode'] === config.tmnCode
    if (code === '00' && !(isAbout && amount.success))
      throw new GatewayError('vnpay', 'unanswered', `vnpay tells of something else than ${ref}`)
    const fields = readAnswer('vnpay', Fields, {
      code,
      type: answer['vnp_TransactionType'] ?? '',
      transactionStatus: answer['vnp_TransactionStatus'] ?? '',
      transactionNo: answer['vnp_TransactionNo'] ?? '',
    })
    return { ...fields, amount: BigInt(amount.data ?? 0) / 100n }
  }

  return {
    query: (payment: PaymentRow) => post('querydr', payment, {}),
    /** Named by the refund's reference, so that VNPay takes it once on a day. */
    refund: ({ payment, ref, amount }: RefundOrder) =>
      post('refund', payment, {
        vnp_RequestId: ref,
        vnp_TransactionType: amount === payment.amount ? '02' : '03',
        vnp_Amount: String(amount * 100n),
        vnp_TransactionNo: payment.gatewayTxnId ?? '',
        vnp_CreateBy: 'scanleaf',
      }),
  }
}
