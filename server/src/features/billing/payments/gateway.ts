import type { PaymentType } from '@scanleaf/shared'
import type { Opened } from '../table'
import type { PaymentRow } from './repository'

export type { Opened } from '../table'

/** Payment types with an external gateway. */
export type GatewayType = Exclude<PaymentType, 'bank-transfer' | 'wallet'>

/** A payment that is to be opened at its gateway. */
export interface Order {
  payment: PaymentRow
  /** Our page that the payer returns to, whatever the outcome; it changes no state. */
  returnUrl: string
  /** The same page for a payer who cancels at the gateway; there the payer's browser cancels the payment. */
  cancelUrl: string
  /** IP address of the payer, as the trusted proxy reports it. */
  payerAddress: string
}

/** A gateway's report of a payment; only `paid` credits anybody. */
export type GatewayState =
  | { state: 'pending' }
  /** The gateway holds money of the payer: `minor` in the currency's smallest unit, VND whole. */
  | { state: 'paid'; txnId: string; currency: string; minor: bigint }
  | { state: 'failed'; code: FailureCode }
  /** The gateway does not know it. */
  | { state: 'unknown' }

/** Why a payment failed, as shown to the payer (texts `billing-history:reason.*`). */
export const FAILURE_CODES = [
  'cancelled',
  'expired',
  'declined',
  'insufficient-funds',
  'over-limit',
  'account-locked',
  'not-verified',
  'gateway-failed',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

export type RefundState =
  | { state: 'pending' }
  /** With `worth`, the VND that left the gateway, when another currency did. */
  | { state: 'done'; txnId: string; worth?: bigint }
  | { state: 'failed'; code: string }

/** A refund to the payer of a payment. */
export interface RefundOrder {
  payment: PaymentRow
  /** Names the refund at the gateway, letters and digits: the same one is done once. */
  ref: string
  amount: bigint
  reason: string
  /** When it was made: a gateway may know a name for a day only. */
  createdAt: Date
}

/** A gateway refused a request. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  /**
   * @param outcome `refused`: it said no, and nothing happened there; `unanswered`: nobody knows what happened
   * @param message for the log: no secret, no signature
   */
  constructor(
    readonly provider: string,
    readonly outcome: 'refused' | 'unanswered',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** A way to pay at somebody else's (payments §1 to §5). Every call may throw a GatewayError. */
export interface Gateway {
  readonly type: GatewayType
  /** Name in its ledger account `clearing:{provider}`, receipts and webhooks; two types may share one. */
  readonly provider: string
  /** Whole VND that it takes at once. */
  readonly minAmount: bigint
  readonly maxAmount: bigint
  readonly expiresAfterMs: number
  /** The charge in another currency; without it the VND amount. */
  charge?(amount: bigint): { currency: string; minor: bigint; fxRate: number }
  /** Repeated for the same payment it returns the same order, and never charges twice. */
  open(order: Order): Promise<Opened>
  /** Asks what became of it; where the payer's consent still has to be turned into money, it does that too. */
  poll(payment: PaymentRow): Promise<GatewayState>
  refund(order: RefundOrder): Promise<RefundState>
}
