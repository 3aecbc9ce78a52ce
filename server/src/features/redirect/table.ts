import { REPORT_REASONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** What visitors say of a code on its preview page, for the operator. No address of theirs is kept. */
export const codeReports = pgTable(
  'code_reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    codeId: uuid('code_id').notNull(),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    note: text().notNull().default(''),
    /** Where the code led when it was reported. */
    target: text().notNull(),
    /** Name of the visitor's network on this day, whatever the browser. */
    visitor: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The operator's act that decided on it; null while it is open. */
    closedBy: bigint('closed_by', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('code_reports_once').on(table.codeId, table.visitor),
    index('code_reports_of_code').on(table.codeId, table.createdAt.desc().nullsFirst(), table.id),
  ],
)

/** One row for each code that was reported or taken down: what the operator's list shows, without counting. */
export const reportedCodes = pgTable(
  'reported_codes',
  {
    codeId: uuid('code_id').primaryKey(),
    open: integer().notNull(),
    total: integer().notNull(),
    /** Of the newest report, or of an operator's act on a code without one. */
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    /** Since when visitors are warned; null while they are sent on at once. */
    warnedAt: timestamp('warned_at', { withTimezone: true }),
  },
  (table) => [
    index('reported_codes_open')
      .on(table.lastAt.desc().nullsFirst(), table.codeId)
      .where(sql`${table.open} > 0`),
    index('reported_codes_closed')
      .on(table.lastAt.desc().nullsFirst(), table.codeId)
      .where(sql`${table.open} = 0`),
  ],
)

/** Targets of codes that an operator found harmless: reports of them never warn by themselves again. */
export const clearedTargets = pgTable(
  'cleared_targets',
  { codeId: uuid('code_id').notNull(), target: text().notNull() },
  // A target may be longer than an index entry.
  (table) => [uniqueIndex('cleared_targets_once').on(table.codeId, sql`md5(${table.target})`)],
)
