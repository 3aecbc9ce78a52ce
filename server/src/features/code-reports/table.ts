import { CODE_REPORT_ACTIONS } from '@scanleaf/shared'
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What operators decided on reported codes. */
export const codeReportActions = pgTable(
  'code_report_actions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    codeId: uuid('code_id').notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    byId: text('by_id').notNull(),
    /** Address of the operator at that time. */
    by: text().notNull(),
    action: text({ enum: CODE_REPORT_ACTIONS }).notNull(),
    reason: text().notNull().default(''),
    note: text().notNull().default(''),
  },
  (table) => [index('code_report_actions_code').on(table.codeId, table.id)],
)
