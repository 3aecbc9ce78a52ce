import {
  ImportedStatement,
  LedgerCheck,
  Receipt,
  Reconciliation,
  Refund,
  resultOf,
  Transfer,
} from '@scanleaf/shared'
import { z } from 'zod'

export {
  GatewayNoticePage as NoticesAnswer,
  LedgerCheckPage as ChecksAnswer,
  OperatorActionPage as AuditAnswer,
  ReceiptPage as ReceiptsAnswer,
  ReconciliationPage as ReconciliationsAnswer,
  TransferPage as TransfersAnswer,
} from '@scanleaf/shared'
export const TransferAnswer = resultOf(Transfer)
export const ReceiptAnswer = resultOf(Receipt)
export const CheckAnswer = resultOf(LedgerCheck)
export const RefundsAnswer = resultOf(z.array(Refund))
export const ReconciledAnswer = resultOf(z.array(Reconciliation))
export const ImportAnswer = resultOf(ImportedStatement)
