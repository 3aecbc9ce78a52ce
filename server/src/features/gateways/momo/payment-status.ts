import type { FailureCode, GatewayState } from '../../billing'

/** Result codes that are not final (payments §2). */
const WAITING = [1000, 7000, 7002]
const PAID = 0
/** Authorised for us; with `autoCapture` it is captured, which only a query shows. */
export const AUTHORISED = 9000
export const UNKNOWN_ORDER = 42
/** The request or the order came before. */
export const DUPLICATES = [40, 41]

const FAILURES: Record<number, FailureCode> = {
  98: 'gateway-failed',
  99: 'gateway-failed',
  1001: 'insufficient-funds',
  1002: 'declined',
  1003: 'cancelled',
  1004: 'over-limit',
  1005: 'expired',
  1006: 'cancelled',
  1007: 'account-locked',
  1017: 'cancelled',
  1026: 'declined',
  4001: 'account-locked',
  4002: 'not-verified',
  4100: 'declined',
}

/** Another request for the same order is under way, or MoMo does not know itself. */
const UNCLEAR = [43, 99]

/** Whether the requested effect may still happen, or have happened. */
export const isUndecided = (resultCode: number): boolean => [...WAITING, ...UNCLEAR].includes(resultCode)

/** The meaning of a result code for a payment; null for one about the call itself, or an unknown one. */
export function stateOf({
  resultCode,
  transId,
  amount,
}: {
  resultCode: number
  transId: number
  amount: number
}): GatewayState | null {
  if (resultCode === PAID)
    return { state: 'paid', txnId: String(transId), currency: 'VND', minor: BigInt(amount) }
  if (WAITING.includes(resultCode)) return { state: 'pending' }
  const code = FAILURES[resultCode]
  return code ? { state: 'failed', code } : null
}
