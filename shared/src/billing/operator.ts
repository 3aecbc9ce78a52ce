import * as z from 'zod'
import { emptyToNull, Line, Paging, pageOf, RequiredLine, Text } from '../wire'
import { MAX_AMOUNT, PAYMENT_TYPES } from './terms'

const Money = z.number().int()
const Reason = RequiredLine.max(500, { error: 'too-long' })
/** Money that goes where it belongs needs none: the number of the bank, or the receipt, says why. */
const OptionalReason = Line.max(500, { error: 'too-long' }).default('')
/** Whole VND, as a number or as its digits and nothing else: `1e6`, `0x10` and `true` are not amounts. */
const AmountIn = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,13}$/)
        .transform(Number),
    ],
    { error: 'invalid-amount' },
  )
  .pipe(
    z
      .number()
      .int({ error: 'invalid-amount' })
      .min(1, { error: 'invalid-amount' })
      .max(MAX_AMOUNT, { error: 'invalid-amount' }),
  )
/** The bank's own number of the transfer: the same one is taken once. */
const BankReference = RequiredLine.max(100, { error: 'too-long' })

export const TRANSFER_STATES = ['open', 'settled', 'all'] as const

/** Payment types by which money comes from outside. */
export const OUTSIDE_TYPES = PAYMENT_TYPES.filter((type) => type !== 'wallet')

/** GET admin/billing/transfers: incoming payments; only bank transfers are confirmed and rejected manually. */
export const ListTransfers = Paging.extend({
  type: z
    .enum(['all', ...OUTSIDE_TYPES])
    .catch('all')
    .default('all'),
  state: z.enum(TRANSFER_STATES).catch('open').default('open'),
  /** A reference, or the beginning of the payer's address. */
  search: Line.max(100).catch('').default(''),
  /** Only those of which exactly this much is missing. */
  missing: emptyToNull(AmountIn),
})
export type ListTransfers = z.infer<typeof ListTransfers>

/** A payment from outside that is waited for, or has ended. */
export const Transfer = z.object({
  /** The reference, which the payer writes. */
  id: z.string(),
  paymentType: z.string(),
  userId: z.string(),
  email: z.string(),
  purpose: z.enum(['topup', 'debt', 'plan_change']),
  /** The plan that a plan change leads to. */
  plan: z.string().nullable(),
  amount: Money,
  paid: Money,
  refunded: Money,
  status: z.enum(['created', 'pending', 'underpaid', 'succeeded', 'failed', 'expired', 'cancelled']),
  statusCode: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type Transfer = z.infer<typeof Transfer>
export const TransferPage = pageOf(Transfer)

export const RECEIPT_STATES = ['unmatched', 'matched', 'assigned', 'refunded'] as const

/** GET admin/billing/receipts: money that came in; `unmatched` is held until somebody says whose it is. */
export const ListReceipts = Paging.extend({
  state: z.enum(RECEIPT_STATES).catch('unmatched').default('unmatched'),
  amount: emptyToNull(AmountIn),
})
export type ListReceipts = z.infer<typeof ListReceipts>
export const Receipt = z.object({
  id: z.string(),
  provider: z.string(),
  bankReference: z.string(),
  amount: Money,
  content: z.string(),
  state: z.enum(RECEIPT_STATES),
  /** Reference of the payment that it went to. */
  transfer: z.string().nullable(),
  receivedAt: z.iso.datetime(),
})
export type Receipt = z.infer<typeof Receipt>
export const ReceiptPage = pageOf(Receipt)

/** POST admin/billing/transfers/{id}/confirm: the amount that was received for it. */
export const ConfirmTransfer = z.object({
  amount: AmountIn,
  bankReference: BankReference,
  reason: OptionalReason,
})
export type ConfirmTransfer = z.infer<typeof ConfirmTransfer>

/** POST admin/billing/transfers/{id}/reject, admin/billing/receipts/{id}/refund. */
export const GiveReason = z.object({ reason: Reason })
export type GiveReason = z.infer<typeof GiveReason>

/**
 * POST admin/billing/transfers/{id}/refund: out of the payer's wallet, through the gateway; a bank transfer by the
 * operator's own.
 */
export const RefundTransfer = z.object({ amount: AmountIn, reason: Reason })
export type RefundTransfer = z.infer<typeof RefundTransfer>

/** POST admin/billing/receipts: a line of the bank's statement; its content says which payment it is for. */
export const RecordReceipt = z.object({
  amount: AmountIn,
  bankReference: BankReference,
  content: Line.max(500, { error: 'too-long' }),
  reason: Reason,
})
export type RecordReceipt = z.infer<typeof RecordReceipt>

/** POST admin/billing/receipts/{id}/assign. */
export const AssignReceipt = z.object({
  transfer: RequiredLine.max(20),
  reason: OptionalReason,
})
export type AssignReceipt = z.infer<typeof AssignReceipt>

/** GET and POST admin/billing/checks: findings of the ledger checks, the newest first; POST checks now. */
export const LedgerCheck = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  findings: z.array(
    z.object({ invariant: z.string(), subject: z.string(), expected: z.string(), found: z.string() }),
  ),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>
export const LedgerCheckPage = pageOf(LedgerCheck)

export const REFUND_STATUSES = ['pending', 'done', 'failed'] as const

/** GET admin/billing/transfers/{id}/refunds: what goes back, and whether it has arrived; the newest first. */
export const Refund = z.object({
  id: z.string(),
  amount: Money,
  reason: z.string(),
  status: z.enum(REFUND_STATUSES),
  statusCode: z.string(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type Refund = z.infer<typeof Refund>

/** Who sends webhooks of money. */
export const WEBHOOK_PROVIDERS = ['momo', 'vnpay', 'stripe', 'paypal', 'sepay', 'casso', 'payos'] as const

export const WEBHOOK_OUTCOMES = [
  /** Logged, and not looked at yet: a process that died meanwhile leaves it so. */
  'received',
  /** Signature, time or form is wrong: nothing was done. */
  'refused',
  /** Matches no payment of ours. */
  'unknown-payment',
  /** Other amount, currency or merchant than the payment's, or an amount that no transfer has: nothing was done. */
  'wrong-money',
  /** The current state. */
  'repeated',
  /** A kind that changes nothing. */
  'ignored',
  /**
   * Money that names no payment, is implausibly much, or came for an order that another transaction has paid: held
   * until an operator says whose it is.
   */
  'unmatched',
  'applied',
  /** We failed; the provider sends it again. */
  'failed',
] as const
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number]

/** GET admin/billing/notices: the raw log of what providers sent, the newest first. */
export const ListWebhooks = Paging.extend({
  provider: z
    .enum(['all', ...WEBHOOK_PROVIDERS])
    .catch('all')
    .default('all'),
  outcome: z
    .enum(['all', ...WEBHOOK_OUTCOMES])
    .catch('all')
    .default('all'),
})
export type ListWebhooks = z.infer<typeof ListWebhooks>
export const GatewayWebhook = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  provider: z.enum(WEBHOOK_PROVIDERS),
  outcome: z.enum(WEBHOOK_OUTCOMES),
  /** Reference of the payment that it was for; empty when none was found. */
  payment: z.string(),
  /** As they came, signatures and keys masked. */
  headers: z.string(),
  body: z.string(),
})
export type GatewayWebhook = z.infer<typeof GatewayWebhook>
export const GatewayWebhookPage = pageOf(GatewayWebhook)

export const DRIFTS = ['missing-here', 'missing-there', 'different-amount', 'not-asked'] as const

/** GET and POST admin/billing/reconciliations: the ledger compared with the providers, the newest first; POST runs it now. */
export const Reconciliation = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  provider: z.string(),
  /** Payments of this time were compared. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  compared: z.number().int(),
  findings: z.array(
    z.object({
      drift: z.enum(DRIFTS),
      /** Reference of the payment, or the provider's own number. */
      subject: z.string(),
      here: Money,
      there: Money,
    }),
  ),
})
export type Reconciliation = z.infer<typeof Reconciliation>
export const ReconciliationPage = pageOf(Reconciliation)

const MAX_STATEMENT = 200_000

/**
 * POST admin/billing/receipts/import: a bank statement, for days on which no feed reported. The first line names
 * the columns `date`, `amount`, `reference` and `content`, in any order and among others; separated by commas,
 * semicolons or tabs.
 */
export const ImportStatement = z.object({
  csv: Text.min(1, { error: 'required' }).max(MAX_STATEMENT, { error: 'too-long' }),
  reason: Reason,
})
export type ImportStatement = z.infer<typeof ImportStatement>

/** What became of the lines: money that went out, or came before, is not a mistake. */
export const ImportedStatement = z.object({
  taken: z.number().int(),
  /** Known already, from a feed, an operator or an earlier import. */
  repeated: z.number().int(),
  /** Not understood: nothing was done for them. The first line of the text is 1. */
  refused: z.array(
    z.object({ line: z.number().int(), field: z.enum(['date', 'amount', 'reference', 'content']) }),
  ),
})
export type ImportedStatement = z.infer<typeof ImportedStatement>

export const OPERATOR_ACTIONS = ['confirm', 'reject', 'refund', 'record', 'assign', 'refund-receipt'] as const

/** GET admin/billing/audit: audit log of operator actions on money, the newest first. */
export const OperatorAction = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Address of the operator. */
  by: z.string(),
  action: z.enum(OPERATOR_ACTIONS),
  /** Reference of the transfer, or id of the receipt. */
  subject: z.string(),
  reason: z.string(),
  amount: Money.nullable(),
})
export type OperatorAction = z.infer<typeof OperatorAction>
export const OperatorActionPage = pageOf(OperatorAction)
