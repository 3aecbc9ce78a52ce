import { REPORT_REASONS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/** Reports of a code by visitors, for the operator. No address of theirs is stored. */
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
    /** False for one without the proof of work that was asked for: operators read it, but it warns nobody. */
    counted: boolean().notNull().default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** The operator's action that decided on it; null while it is open. */
    closedBy: bigint('closed_by', { mode: 'number' }),
  },
  (table) => [
    // A target may be longer than an index entry.
    uniqueIndex('code_reports_once').on(table.codeId, table.visitor, sql`md5(${table.target})`),
    index('code_reports_of_code').on(table.codeId, table.createdAt.desc().nullsFirst(), table.id),
  ],
)

/** One row for each code that was reported or taken down: the data of the operator's list, without counting. */
export const reportedCodes = pgTable(
  'reported_codes',
  {
    codeId: uuid('code_id').primaryKey(),
    /** The owner of the code; a trigger fills it. */
    userId: text('user_id').notNull().default(''),
    open: integer().notNull(),
    total: integer().notNull(),
    /** Time of the newest report, or of an operator's action on a code without one. */
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    /** Since when visitors are warned; null while they are redirected at once. */
    warnedAt: timestamp('warned_at', { withTimezone: true }),
    /** Address of the operator who put the warning; null when it came by itself. */
    warnedBy: text('warned_by'),
    /** Since when enough networks have reported a code that only an operator may put a warning before. */
    waitingSince: timestamp('waiting_since', { withTimezone: true }),
    /** Most networks that reported one target on one day, since the last decision. */
    networks: integer().notNull().default(0),
    /** Unique visitors of the busiest day, and networks that the warning needs, at the newest report. */
    visitors: integer().notNull().default(0),
    needed: integer().notNull().default(0),
  },
  (table) => [
    index('reported_codes_urgent')
      .on(
        sql`(${table.waitingSince} is null)`,
        table.networks.desc().nullsFirst(),
        table.lastAt.desc().nullsFirst(),
        table.codeId,
      )
      .where(sql`${table.open} > 0`),
    index('reported_codes_closed')
      .on(table.lastAt.desc().nullsFirst(), table.codeId)
      .where(sql`${table.open} = 0`),
    index('reported_codes_owner')
      .on(table.userId, table.lastAt)
      .where(sql`${table.open} > 0 or ${table.warnedAt} is not null`),
  ],
)

/** What codes showed when an operator found it harmless: reports warn again once a code shows something else. */
export const clearedTargets = pgTable(
  'cleared_targets',
  {
    codeId: uuid('code_id').notNull(),
    target: text().notNull(),
    /** `content_version` of the view `code_report_facts`; null matches none. */
    version: text(),
  },
  (table) => [uniqueIndex('cleared_targets_once').on(table.codeId, sql`md5(${table.target})`)],
)
