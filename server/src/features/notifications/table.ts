import type { MailKind } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'

/** Email preferences of a person; without a row every kind but those on request. */
export const mailPreferences = pgTable(
  'mail_preferences',
  {
    userId: text('user_id').primaryKey(),
    /** Refusable kinds that are not sent. */
    refused: text().array().$type<MailKind[]>().notNull().default([]),
    weeklyReport: boolean('weekly_report').notNull().default(false),
    /** In the unsubscribe links of this person; all that it allows is to refuse mails. */
    unsubscribeKey: text('unsubscribe_key').notNull().unique('mail_preferences_unsubscribe_key'),
  },
  (table) => [index('mail_preferences_weekly').on(table.userId).where(sql`${table.weeklyReport}`)],
)
