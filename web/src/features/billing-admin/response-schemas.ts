import {
  ImportedStatement,
  LedgerCheck,
  Receipt,
  Reconciliation,
  Refund,
  resultOf,
  Transfer,
} from '@scanleaf/shared'
import * as z from 'zod'

export {
  GatewayWebhookPage as WebhooksResponse,
  LedgerCheckPage as ChecksAnswer,
  OperatorActionPage as AuditAnswer,
  ReceiptPage as ReceiptsAnswer,
  ReconciliationPage as ReconciliationsAnswer,
  TransferPage as TransfersAnswer,
} from '@scanleaf/shared'
export const TransferResponse = resultOf(Transfer)
export const ReceiptResponse = resultOf(Receipt)
export const CheckResponse = resultOf(LedgerCheck)
export const RefundsResponse = resultOf(z.array(Refund))
export const ReconciledResponse = resultOf(z.array(Reconciliation))
export const ImportResponse = resultOf(ImportedStatement)
