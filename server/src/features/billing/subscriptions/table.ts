import { type AddonCode, PAY_TERMS, type Quote, SUBSCRIPTION_STATUSES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time, vnd } from '../columns'
import { plans } from '../table'

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
    createdAt: createdAt(),
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

/** A quote as it was shown, to see whether it still holds. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    quote: jsonb().$type<Omit<Quote, 'id'>>().notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('quotes_expires').on(table.expiresAt)],
)
