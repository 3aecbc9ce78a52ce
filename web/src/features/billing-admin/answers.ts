import { LedgerCheck, Receipt, resultOf, Transfer } from '@scanleaf/shared'

export {
  LedgerCheckPage as ChecksAnswer,
  OperatorActionPage as AuditAnswer,
  ReceiptPage as ReceiptsAnswer,
  TransferPage as TransfersAnswer,
} from '@scanleaf/shared'
export const TransferAnswer = resultOf(Transfer)
export const ReceiptAnswer = resultOf(Receipt)
export const CheckAnswer = resultOf(LedgerCheck)
