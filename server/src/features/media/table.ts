import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** An image as we re-encoded it; the bytes lie in the file storage under `key`. */
export const images = pgTable(
  'images',
  {
    /** Random, unguessable. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    key: text().notNull(),
    type: text({ enum: ['image/png', 'image/jpeg'] }).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('images_user').on(table.userId)],
)
