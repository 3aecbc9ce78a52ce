import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Uses and failures counted per key, the same for all processes; a row past `expiresAt` counts for nothing. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Scope and SHA-256 of the counted value: no address or name is stored in clear text. */
    key: text().primaryKey(),
    count: integer().notNull(),
    /** No try is let through before. */
    blockedUntil: timestamp('blocked_until', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('rate_limits_expiry').on(table.expiresAt)],
)
