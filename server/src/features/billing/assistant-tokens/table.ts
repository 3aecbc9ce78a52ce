import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { time } from '../columns'

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

/** Tokens reserved for an answer in progress; a reservation that was not settled by then is released. */
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
