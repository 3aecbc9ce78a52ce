export { type Dispute, returnChargeback, takeChargeback } from './chargebacks'
export {
  FAILURE_CODES,
  type FailureCode,
  type Gateway,
  GatewayError,
  type GatewayState,
  type GatewayType,
  type Opened,
  type Order,
  type RefundOrder,
  type RefundState,
} from './gateway'
export { type Applied, applyState } from './gateway-payments'
export { billingJobs } from './jobs'
export { findPaymentsByRef, type PaymentRow } from './payment-repository'
export { openQuotas, type Quotas } from './quotas'
export { bankReferenceOf, type MoneyIn, type Received, receive } from './receive'
export { compareReceipts, listPaymentsOf } from './reconcile-repository'
export { applyRefundState } from './refunds'
export { billingRoutes } from './routes'
