import type { QrCustomSettings } from '@scanleaf/qr'
import type { StoredLogo } from '@scanleaf/shared'
import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Content and design of an image that was made for a caller, until it expires. */
export const generatedCodes = pgTable(
  'generated_codes',
  {
    /** Random, unguessable: the directory of the picture's address. */
    id: text().primaryKey(),
    /** Null for a caller without a session. */
    userId: text('user_id'),
    /** With its format as extension. */
    fileName: text('file_name').notNull(),
    payload: text().notNull(),
    settings: jsonb().$type<QrCustomSettings>().notNull(),
    logo: jsonb().$type<StoredLogo>(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('generated_codes_newest').on(table.createdAt)],
)
