import type { PaymentInfo, Plan } from '@scanleaf/shared'

/** Money that is asked for: a free amount for the wallet (typeTwo), or what is owed (typeOne). */
export type Bill =
  | { kind: 'topup'; amount: number }
  /** `amount` is what the wallet lacks. */
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
