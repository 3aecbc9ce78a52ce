import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The count of each code, kept with the log in one transaction; the row is opened with the code. */
export const scanCounters = pgTable('scan_counters', {
  codeId: uuid('code_id').primaryKey(),
  /** Scans by people, repeats included. */
  scans: bigint({ mode: 'number' }).notNull().default(0),
})

/** Journal batches already in the log: a replayed batch counts once. */
export const scanBatches = pgTable('scan_batches', {
  id: text().primaryKey(),
  storedAt: timestamp('stored_at', { withTimezone: true }).notNull().defaultNow(),
})

/** One row for each answered request to a code. No raw address is kept. */
export const scans = pgTable(
  'scans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    codeId: uuid('code_id').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** `person` counts; the rest are recorded apart. */
    kind: text({ enum: ['person', 'bot', 'preview', 'prefetch', 'head'] }).notNull(),
    visitor: text().notNull(),
    country: text(),
    userAgent: text('user_agent').notNull().default(''),
    referrer: text().notNull().default(''),
    language: text().notNull().default(''),
  },
  (table) => [index('scans_code_time').on(table.codeId, table.at)],
)
