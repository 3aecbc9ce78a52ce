export { isOnFreePlan, standingOf, subscriptionInfo } from './account/billing-account'
export { openTokens, type Tokens } from './assistant-tokens/assistant-tokens'
export { eraseBilling, erasePayer } from './erasure-repository'
export { exportBilling } from './export-billing'
export { type InvoiceSummary, summariseInvoice } from './invoices/invoice-summary'
export { recordVatRate } from './invoices/vat-repository'
export { billingJobs } from './jobs'
export { findBrokenInvariants, lastCheck } from './ledger/invariants-repository'
export { findWallet } from './ledger/repository'
export { summariseBilling } from './operator/billing-summary'
export { PENDING_RECEIPTS, PENDING_TRANSFERS } from './operator/repository'
export {
  type FailureCode,
  type Gateway,
  GatewayError,
  type GatewayState,
  type GatewayType,
  type Opened,
  type Order,
  type RefundOrder,
  type RefundState,
} from './payments/gateway'
export { applyState } from './payments/gateway-payments'
export { countUnmatched } from './payments/receipt-repository'
export { bankReferenceOf, receiveMoney } from './payments/receive-money'
export { compareReceipts, listPaymentsOf } from './payments/reconciliation-repository'
export { findPaymentsByRef, type PaymentRow } from './payments/repository'
export { applyChargeback, reverseChargeback } from './refunds/chargebacks'
export { applyRefundState } from './refunds/refunds'
export { billingRoutes } from './routes'
export { openQuotas, type Quotas } from './subscriptions/quotas'
