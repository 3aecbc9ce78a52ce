import {
  isFreePlan,
  type PaymentInfo,
  type PaymentTypeInfo,
  type Plan,
  type RedirectInfo,
  type Subscription,
  type Transaction,
} from '@scanleaf/shared'

/** A top-up of any amount (typeTwo), or the outstanding balance (typeOne). */
export type Bill =
  | { kind: 'topup'; amount: number }
  /** `amount` is what is missing in the wallet. */
  | { kind: 'debt'; amount: number; payYear: boolean }

/** The dialog on screen. */
export type Flow =
  | { name: 'upgrade'; plan: Plan }
  | { name: 'plan-payment'; plan: Plan }
  | { name: 'money'; start: 'topup' | 'debt' }
  | { name: 'method'; bill: Bill }

export interface FlowProps {
  onFlow: (flow: Flow) => void
  onClose: () => void
  /** A payment was made; the transfer or the MoMo code is shown next. */
  onOpened: (payment: PaymentInfo) => void
}

/** Whether a plan can be bought for a year (payments §8). */
export const mayBeYear = ({ code, period }: Plan): boolean => !isFreePlan(code) && period === 'monthly'

/** A paid plan keeps its term (payments §9); a year is requested only where the change brings one. */
export const keepsYear = ({ packagePayment }: Subscription, plan: Plan): boolean =>
  packagePayment === 'year' && mayBeYear(plan)

/** Paid on the gateway's own page: nothing of it is shown here. */
export const isPaidElsewhere = (payment: PaymentInfo): payment is RedirectInfo =>
  payment.paymentType !== 'wallet' &&
  payment.paymentType !== 'bank-transfer' &&
  payment.qrCodeUrl === undefined

/**
 * Whether a bill can be paid at once by a type. Of a debt below the least amount the gateway takes that amount, and
 * the rest stays in the wallet (payments §9, 15).
 */
export function fitOf({ kind, amount }: Bill, { minAmount, maxAmount }: PaymentTypeInfo) {
  if (amount > maxAmount) return 'out-of-range'
  if (amount >= minAmount) return 'taken'
  return kind === 'debt' ? 'raised' : 'out-of-range'
}

/** How to retry a failed payment; null for a plan, which is chosen again. */
export function flowAgain({ type, amount }: Transaction): Flow | null {
  if (type === 'topup') return { name: 'method', bill: { kind: 'topup', amount } }
  return type === 'debt' ? { name: 'money', start: 'debt' } : null
}
