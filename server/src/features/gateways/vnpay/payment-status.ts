import type { FailureCode, GatewayState, RefundState } from '../../billing'

/** The outcome of a payment, by the code of its webhook (payments §3). */
const FAILURES: Record<string, FailureCode> = {
  '09': 'declined',
  '10': 'declined',
  '11': 'expired',
  '12': 'account-locked',
  '13': 'declined',
  '24': 'cancelled',
  '51': 'insufficient-funds',
  '65': 'over-limit',
  '79': 'declined',
}
const PAID = '00'
/** Debited, and held by VNPay until somebody has looked at it. */
const SUSPICIOUS = '07'

interface Told {
  /** Response code of the payment; a query is answered without one. */
  responseCode?: string
  transactionStatus: string
  transactionNo: string
  /** VND. */
  amount: bigint
}

/** The result of a webhook: paid only when both codes say so, and held while one of them is suspicious. */
export function stateOfWebhook({ responseCode = '', ...told }: Told): GatewayState {
  const { transactionStatus } = told
  if (responseCode === SUSPICIOUS || transactionStatus === SUSPICIOUS) return { state: 'pending' }
  if (responseCode === PAID && transactionStatus === PAID) return paid(told)
  return { state: 'failed', code: FAILURES[responseCode] ?? 'gateway-failed' }
}

/** The result of a query by its status: without a reason of a failure, which after expiry is the expiry. */
export function stateOfResponse(told: Told, { isExpired }: { isExpired: boolean }): GatewayState {
  const { transactionStatus } = told
  if (transactionStatus === PAID) return paid(told)
  return ['02', '04'].includes(transactionStatus)
    ? { state: 'failed', code: isExpired ? 'expired' : 'gateway-failed' }
    : { state: 'pending' }
}

const paid = ({ transactionNo, amount }: Told): GatewayState => ({
  state: 'paid',
  txnId: transactionNo,
  currency: 'VND',
  minor: amount,
})

/** The result of a refund by its status; 05 and 06 are pending, 09 is refused by the bank. */
export function refundStateOf({ transactionStatus, transactionNo }: Told): RefundState {
  if (transactionStatus === PAID) return { state: 'done', txnId: transactionNo }
  return ['02', '04', '09'].includes(transactionStatus)
    ? { state: 'failed', code: transactionStatus }
    : { state: 'pending' }
}
