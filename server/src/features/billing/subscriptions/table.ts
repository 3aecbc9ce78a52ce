import type { AddonCode, Quote } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, time } from '../columns'

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
