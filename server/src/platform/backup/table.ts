import { bigint, index, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** Backups that were made whole. */
export const backups = pgTable(
  'backups',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    files: integer().notNull(),
  },
  (table) => [index('backups_at').on(table.at)],
)

/** Restores from a dump without the log of scans: the log lacks what was counted before. */
export const restoresWithoutLog = pgTable('restores_without_log', {
  at: timestamp('at', { withTimezone: true }).primaryKey().defaultNow(),
})
