export { returnChargeback, takeChargeback } from './chargebacks'
export { findBrokenInvariants, lastCheck } from './check-repository'
export {
  type FailureCode,
  type Gateway,
  GatewayError,
  type GatewayState,
  type Opened,
  type Order,
  type RefundOrder,
  type RefundState,
} from './gateway'
export { applyState } from './gateway-payments'
export { type InvoiceSummary, summariseInvoice } from './invoice-summary'
export { billingJobs } from './jobs'
export { findPaymentsByRef, type PaymentRow } from './payment-repository'
export { openQuotas, type Quotas } from './quotas'
export { countUnmatched } from './receipt-repository'
export { bankReferenceOf, receive } from './receive'
export { compareReceipts, listPaymentsOf } from './reconcile-repository'
export { applyRefundState } from './refunds'
export { billingRoutes } from './routes'
export { openTokens, type Tokens } from './tokens'
export { recordVatRate } from './vat-repository'
