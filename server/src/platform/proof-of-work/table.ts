import { date, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Keys of UTC days, the same in every process, deleted after two days: for challenges, the tokens of report forms and
 * the names of networks. The table is older than the challenges and is named after the reports.
 */
export const dayKeys = pgTable('report_keys', { day: date().primaryKey(), key: text().notNull() })

/** Challenges whose solution has been used: each counts once, until it expires. */
export const usedProofs = pgTable(
  'used_proofs',
  {
    /** Of the challenge, as another counter may solve the same one. */
    signature: text().primaryKey(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('used_proofs_expiry').on(table.expiresAt)],
)
