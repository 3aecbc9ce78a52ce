import { type AddonCode, PAY_TERMS, PERIODS, SUBSCRIPTION_STATUSES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, time, vnd } from './columns'

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
    /** False for a plan that is no longer sold; existing subscribers keep it. */
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
    /** Price of one period of the plan, as it was when the running period was bought. */
    price: vnd('price').notNull(),
    packagePayment: text('package_payment', { enum: PAY_TERMS }).notNull().default('month'),
    /** The running period; null on a free plan. */
    startAt: time('start_at'),
    endAt: time('end_at'),
    /** The amount paid for the running period: never more is credited. */
    paid: vnd('paid').notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (table) => [index('subscriptions_end').on(table.endAt)],
)

export const billingProfiles = pgTable('billing_profiles', {
  userId: text('user_id').primaryKey(),
  company: text().notNull(),
  address: text().notNull(),
  taxCode: text('tax_code').notNull(),
  updatedAt: time('updated_at').notNull(),
})

/** The gateway's response when a payment was opened there. */
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

/** Money that is requested from outside, or taken from the wallet (payments §1). */
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
    /** The requested amount. */
    amount: vnd('amount').notNull(),
    /** The amount received. */
    paid: vnd('paid').notNull().default(sql`0`),
    /** The amount refunded. */
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
    /** The gateway's response when the payment was opened there; empty before. */
    gatewayResponse: jsonb('gateway_answer').$type<Partial<Opened>>().notNull().default({}),
    /** Since when a call is opening it at the gateway; null when none is. */
    openingAt: time('opening_at'),
    /** When the gateway is asked next what became of it; null when there is nothing to ask. */
    pollAt: time('ask_at'),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('created'),
    statusCode: text('status_code').notNull().default(''),
    description: text().notNull().default(''),
    language: text().notNull().default(''),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
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
    index('payments_ask').on(table.pollAt).where(sql`${table.pollAt} is not null`),
  ],
)
