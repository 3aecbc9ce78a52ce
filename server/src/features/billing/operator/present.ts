import type { LedgerCheck, OperatorAction, Receipt, Refund, Transfer } from '@scanleaf/shared'
import type { ledgerChecks, operatorActions } from '../ledger/ledger-table'
import type { ReceiptRow } from '../payments/receipt-repository'
import type { PaymentRow } from '../payments/repository'
import type { RefundRow } from '../refunds/refund-repository'

export const presentTransfer = (payment: PaymentRow): Transfer => ({
  id: payment.ref,
  paymentType: payment.gateway,
  userId: payment.userId,
  email: payment.email,
  purpose: payment.purpose,
  plan: payment.change?.plan ?? null,
  amount: Number(payment.amount),
  paid: Number(payment.paid),
  refunded: Number(payment.refunded),
  status: payment.status,
  statusCode: payment.statusCode,
  createdAt: payment.createdAt.toISOString(),
  expiresAt: payment.expiresAt.toISOString(),
})

export const presentReceipt = ({ receipt, ref }: { receipt: ReceiptRow; ref: string | null }): Receipt => ({
  id: receipt.id,
  provider: receipt.provider,
  bankReference: receipt.bankReference || receipt.eventKey,
  amount: Number(receipt.amount),
  content: receipt.content,
  state: receipt.state,
  transfer: ref,
  receivedAt: receipt.receivedAt.toISOString(),
})

export const presentRefund = (refund: RefundRow): Refund => ({
  id: refund.id,
  amount: Number(refund.amount),
  reason: refund.reason,
  status: refund.status,
  statusCode: refund.statusCode,
  createdAt: refund.createdAt.toISOString(),
  endedAt: refund.endedAt?.toISOString() ?? null,
})

export const presentCheck = ({ id, at, findings }: typeof ledgerChecks.$inferSelect): LedgerCheck => ({
  id,
  at: at.toISOString(),
  findings,
})

export const presentAction = (row: typeof operatorActions.$inferSelect): OperatorAction => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.by,
  action: row.action,
  subject: row.subject,
  reason: row.reason,
  amount: row.amount === null ? null : Number(row.amount),
})
