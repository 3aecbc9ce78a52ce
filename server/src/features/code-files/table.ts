import type { NewCodeFile } from '@scanleaf/shared'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Files that somebody may fetch: what is in each is drawn when it is fetched. */
export const codeFileTickets = pgTable(
  'code_file_tickets',
  {
    /** SHA-256 of the ticket, which only its owner has. */
    keyHash: text('key_hash').primaryKey(),
    userId: text('user_id').notNull(),
    request: jsonb().$type<NewCodeFile & { language: string; session: string }>().notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('code_file_tickets_expiry').on(table.expiresAt)],
)
