import { bigint, boolean, pgTable, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true }).notNull()

/** One row: what is known of the database's clock (`TrustedTime`). */
export const trustedClock = pgTable('trusted_clock', {
  isOnly: boolean('is_only').primaryKey().default(true),
  trustedAt: time('trusted_at'),
  seenAt: time('seen_at'),
  steadyFrom: time('steady_from'),
  watchedMs: bigint('watched_ms', { mode: 'number' }).notNull(),
})
