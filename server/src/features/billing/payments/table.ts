import { RECEIPT_STATES, REFUND_STATUSES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, vnd } from '../columns'
import { payments } from '../table'

/** Money that came in from outside; the event's key lets each come in once (payments §1, §6.4). */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    /** The provider's own number of the event, for a bank that of the transfer. */
    eventKey: text('event_key').notNull(),
    /** The bank's own number of a transfer, by which a feed and an operator mean the same money; empty when unknown. */
    bankReference: text('bank_reference').notNull().default(''),
    amount: vnd('amount').notNull(),
    /** Text of the transfer. */
    content: text().notNull(),
    /** `unmatched` is in the account `suspense`, until an operator assigns it or sends it back. */
    state: text({ enum: RECEIPT_STATES }).notNull(),
    paymentId: uuid('payment_id'),
    receivedAt: time('received_at').notNull(),
  },
  (table) => [
    unique('receipts_event').on(table.provider, table.eventKey),
    check('receipts_amount', sql`${table.amount} > 0`),
    check(
      'receipts_payment',
      sql`(${table.paymentId} is not null) = (${table.state} in ('matched', 'assigned'))`,
    ),
    index('receipts_state').on(table.state, table.receivedAt, table.id),
    index('receipts_payment_id').on(table.paymentId),
    index('receipts_bank_reference').on(table.bankReference).where(sql`${table.bankReference} <> ''`),
  ],
)

/**
 * Refunds to a payer (payments §7): held in `refund_pending` until the gateway reports the outcome;
 * a bank transfer, which the operator has sent, is complete at once.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Names it at the gateway: letters and digits. */
    ref: text().notNull().unique(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: vnd('amount').notNull(),
    reason: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull(),
    statusCode: text('status_code').notNull().default(''),
    /** The gateway's own number of it. */
    gatewayTxnId: text('gateway_txn_id'),
    /** When the gateway is asked next; null when it has ended. */
    pollAt: time('ask_at'),
    createdAt: createdAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    check('refunds_amount', sql`${table.amount} > 0`),
    index('refunds_payment').on(table.paymentId),
    index('refunds_ask').on(table.pollAt).where(sql`${table.pollAt} is not null`),
  ],
)
