import {
  type AddonCode,
  BILLING_NOTIFICATIONS,
  PAY_TERMS,
  PERIODS,
  type Quote,
  RECEIPT_STATES,
  REFUND_STATUSES,
  SUBSCRIPTION_STATUSES,
  TRANSACTION_TYPES,
} from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Whole VND. */
const vnd = (name: string) => bigint(name, { mode: 'bigint' })
const time = (name: string) => timestamp(name, { withTimezone: true })
const madeAt = () => time('created_at').notNull()

export const plans = pgTable(
  'plans',
  {
    code: text().primaryKey(),
    /** Place in the list. */
    position: integer().notNull(),
    /** By language. */
    names: jsonb().$type<Record<string, string>>().notNull(),
    benefits: jsonb().$type<Record<string, string[]>>().notNull(),
    price: vnd('price').notNull(),
    period: text({ enum: PERIODS }).notNull(),
    addons: jsonb().$type<Partial<Record<AddonCode, number>>>().notNull(),
    tokens: integer().notNull(),
    /** VND that a code above the quota costs at each renewal. */
    overLimitPrice: vnd('over_limit_price').notNull().default(sql`0`),
    /** False for a plan that is no longer sold; who has it keeps it. */
    isOffered: boolean('is_offered').notNull().default(true),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [check('plans_price', sql`${table.price} >= 0`)],
)

/** An account without a row is on the first free plan and has never paid. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    userId: text('user_id').primaryKey(),
    status: text({ enum: SUBSCRIPTION_STATUSES }).notNull().default('active'),
    plan: text()
      .notNull()
      .references(() => plans.code),
    /** Of one period of the plan, as it was when the running period was bought. */
    price: vnd('price').notNull(),
    packagePayment: text('package_payment', { enum: PAY_TERMS }).notNull().default('month'),
    /** The running period; null on a free plan. */
    startAt: time('start_at'),
    endAt: time('end_at'),
    /** What was paid for the running period: no more is ever given back. */
    paid: vnd('paid').notNull().default(sql`0`),
    createdAt: madeAt(),
  },
  (table) => [index('subscriptions_end').on(table.endAt)],
)

/** Codes that take up storage, and how many may; every create and delete changes the row in its transaction. */
export const quotaUsage = pgTable(
  'quota_usage',
  {
    userId: text('user_id').notNull(),
    addon: text().$type<AddonCode>().notNull(),
    used: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.addon] }),
    check('quota_usage_used', sql`${table.used} >= 0`),
  ],
)

/** Message tokens used in the running period. */
export const tokenUsage = pgTable(
  'token_usage',
  {
    userId: text('user_id').primaryKey(),
    used: integer().notNull().default(0),
    periodStart: time('period_start').notNull(),
  },
  (table) => [check('token_usage_used', sql`${table.used} >= 0`)],
)

/** Tokens held for an answer that is on its way; what was not settled by then is free again. */
export const tokenReservations = pgTable(
  'token_reservations',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    tokens: integer().notNull(),
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    check('token_reservations_tokens', sql`${table.tokens} > 0`),
    index('token_reservations_user').on(table.userId),
  ],
)

export const billingProfiles = pgTable('billing_profiles', {
  userId: text('user_id').primaryKey(),
  company: text().notNull(),
  address: text().notNull(),
  taxCode: text('tax_code').notNull(),
  updatedAt: time('updated_at').notNull(),
})

/** A quote as it was shown, to see whether it still holds. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    quote: jsonb().$type<Omit<Quote, 'id'>>().notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: madeAt(),
  },
  (table) => [index('quotes_expires').on(table.expiresAt)],
)

/** What a gateway answered when a payment was opened there. */
export interface Opened {
  /** The gateway's own name of the order; ours when it has none. */
  orderId: string
  /** Page of the gateway on which the payer pays. */
  payUrl: string
  /** Text of a QR code that its app reads. */
  qrCodeUrl?: string
  deeplink?: string
}

export const PAYMENT_STATUSES = [
  'created',
  'pending',
  'underpaid',
  'succeeded',
  'failed',
  'expired',
  'cancelled',
] as const

/** Money that is asked for from outside, or taken from the wallet (payments §1). */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** `QC` and eight symbols, the last of them a check (payments §6.3). */
    ref: text().notNull().unique(),
    userId: text('user_id').notNull(),
    purpose: text({ enum: ['topup', 'debt', 'plan_change'] }).notNull(),
    /** The change that is waited for: `{ plan, payYear }`; null when nothing follows. */
    change: jsonb().$type<{ plan: string | null; payYear: boolean }>(),
    quoteId: uuid('quote_id'),
    /** What is asked for. */
    amount: vnd('amount').notNull(),
    /** What has come in. */
    paid: vnd('paid').notNull().default(sql`0`),
    /** What was paid back of it. */
    refunded: vnd('refunded').notNull().default(sql`0`),
    /** Address of the payer. */
    email: text().notNull().default(''),
    chargeCurrency: text('charge_currency').notNull().default('VND'),
    /** In the currency's smallest unit; null when it is the amount. */
    chargeMinor: bigint('charge_minor', { mode: 'bigint' }),
    fxRate: integer('fx_rate'),
    /** The payment type, and behind it the gateway. */
    gateway: text().notNull(),
    gatewayOrderId: text('gateway_order_id'),
    gatewayTxnId: text('gateway_txn_id'),
    /** What the gateway answered when the payment was opened there; empty before. */
    gatewayAnswer: jsonb('gateway_answer').$type<Partial<Opened>>().notNull().default({}),
    /** Since when a call is opening it at the gateway; null when none is. */
    openingAt: time('opening_at'),
    /** When the gateway is asked next what became of it; null when there is nothing to ask. */
    askAt: time('ask_at'),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('created'),
    statusCode: text('status_code').notNull().default(''),
    description: text().notNull().default(''),
    language: text().notNull().default(''),
    expiresAt: time('expires_at').notNull(),
    createdAt: madeAt(),
    settledAt: time('settled_at'),
  },
  (table) => [
    check('payments_amount', sql`${table.amount} > 0 and ${table.paid} >= 0`),
    check('payments_refunded', sql`${table.refunded} between 0 and ${table.paid}`),
    unique('payments_gateway_order').on(table.gateway, table.gatewayOrderId),
    unique('payments_gateway_txn').on(table.gateway, table.gatewayTxnId),
    // One plan change at a time: a newer one takes the place of an open one.
    uniqueIndex('payments_open_change')
      .on(table.userId)
      .where(
        sql`${table.purpose} = 'plan_change' and ${table.status} in ('created', 'pending', 'underpaid')`,
      ),
    index('payments_user').on(table.userId, table.createdAt, table.id),
    index('payments_open')
      .on(table.expiresAt)
      .where(sql`${table.status} in ('created', 'pending', 'underpaid')`),
    index('payments_ask').on(table.askAt).where(sql`${table.askAt} is not null`),
  ],
)

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
 * Money on its way back to a payer (payments §7): held in `refund_pending` until the gateway says what became of
 * it; a bank transfer, which the operator has sent, is done at once.
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
    askAt: time('ask_at'),
    createdAt: madeAt(),
    endedAt: time('ended_at'),
  },
  (table) => [
    check('refunds_amount', sql`${table.amount} > 0`),
    index('refunds_payment').on(table.paymentId),
    index('refunds_ask').on(table.askAt).where(sql`${table.askAt} is not null`),
  ],
)

/** Money that a card's bank took back; what it was spent on is owed again (payments §10). */
export const chargebacks = pgTable(
  'chargebacks',
  {
    id: uuid().primaryKey().defaultRandom(),
    provider: text().notNull(),
    /** The provider's own number of the dispute. */
    disputeId: text('dispute_id').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    amount: vnd('amount').notNull(),
    /** The invoice by which it is owed. */
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
    state: text({ enum: ['taken', 'returned'] }).notNull(),
    createdAt: madeAt(),
  },
  (table) => [unique('chargebacks_dispute').on(table.provider, table.disputeId)],
)

export interface InvoiceLine {
  /** Key of its text in the namespace `invoice-lines`, and the values in it. */
  text: string
  values: Record<string, string | number>
  type: string
  quantity: number
  /** VND as digits, since JSON has no bigint. */
  unitPrice: string
  amount: string
  oldPlan?: { plan: string; originPrice: string; discount: string }
}

export const invoices = pgTable(
  'invoices',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** `QC-YYYY-NNNNNN`, without gaps. */
    number: text().notNull().unique(),
    userId: text('user_id').notNull(),
    kind: text({ enum: ['plan_change', 'renewal', 'over_limit', 'chargeback'] }).notNull(),
    /** Start of the period that it is for: one invoice of a kind for each. */
    periodStart: time('period_start'),
    status: text({ enum: ['open', 'paid', 'void', 'written_off'] }).notNull(),
    amount: vnd('amount').notNull(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    /** The billing profile as it was, and the seller as configured. */
    buyer: jsonb().$type<{ email: string; company: string; address: string; taxCode: string }>().notNull(),
    /** The plan's period that is bought by paying it. */
    purchase: jsonb().$type<{ plan: string; price: string; payTerm: 'month' | 'year' } | null>(),
    /** Whole percent, and the VND of it in the amount, as they were; null where no rate was known or none applies. */
    vatPercent: integer('vat_percent'),
    vatAmount: vnd('vat_amount'),
    paymentId: uuid('payment_id'),
    issuedAt: time('issued_at').notNull(),
    paidAt: time('paid_at'),
  },
  (table) => [
    unique('invoices_period').on(table.userId, table.kind, table.periodStart),
    index('invoices_open').on(table.userId, table.issuedAt).where(sql`${table.status} = 'open'`),
    index('invoices_user').on(table.userId, table.issuedAt),
    check('invoices_vat', sql`(${table.vatPercent} is null) = (${table.vatAmount} is null)`),
  ],
)

/** Rates of the VAT in the prices, as the host has set them; the newest is that of new invoices. */
export const vatRates = pgTable('vat_rates', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  percent: integer().notNull(),
  since: time('since').notNull().defaultNow(),
})

/** The last invoice number of a year, locked by who issues one. */
export const invoiceCounters = pgTable('invoice_counters', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** The history that the account holder sees; one row for each payment, renewal, credit and refund. */
export const billingMovements = pgTable(
  'billing_movements',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    type: text({ enum: TRANSACTION_TYPES }).notNull(),
    /** Its state is the payment's; null for what the wallet did alone. */
    paymentId: uuid('payment_id').unique(),
    invoiceId: uuid('invoice_id'),
    /** The plan that is renewed, or that a change without a payment led to. */
    plan: text(),
    amount: vnd('amount').notNull(),
    description: text().notNull().default(''),
    createdAt: madeAt(),
  },
  (table) => [index('billing_movements_user').on(table.userId, table.createdAt, table.id)],
)

/** Told once for each step of a period. */
export const billingNotifications = pgTable(
  'billing_notices',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    kind: text({ enum: BILLING_NOTIFICATIONS }).notNull(),
    /** The period, or what else it is about. */
    subject: text().notNull(),
    values: jsonb().$type<Record<string, string | number>>().notNull(),
    createdAt: madeAt(),
    closedAt: time('closed_at'),
  },
  (table) => [
    unique('billing_notices_once').on(table.userId, table.kind, table.subject),
    index('billing_notices_user').on(table.userId, table.createdAt),
  ],
)
