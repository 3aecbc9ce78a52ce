import { pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** What visitors say of a code on its preview page, for the operator. No address of theirs is kept. */
export const codeReports = pgTable(
  'code_reports',
  {
    id: uuid().primaryKey().defaultRandom(),
    codeId: uuid('code_id').notNull(),
    reason: text({ enum: ['phishing', 'malware', 'illegal', 'other'] }).notNull(),
    note: text().notNull().default(''),
    /** Where the code led when it was reported. */
    target: text().notNull(),
    /** Name of the visitor on this day, as in the scan log. */
    visitor: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('code_reports_once').on(table.codeId, table.visitor),
    uniqueIndex('code_reports_newest').on(table.createdAt.desc(), table.id),
  ],
)
