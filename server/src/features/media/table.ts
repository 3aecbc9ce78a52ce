import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** An image as we re-encoded it; the bytes are in the file storage under `key`. */
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

/** A PDF as it was uploaded, private to its owner; the bytes are in the file storage under `key`. */
export const files = pgTable(
  'files',
  {
    /** Random, unguessable. */
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    key: text().notNull(),
    /** As people are to read it. */
    name: text().notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('files_user').on(table.userId)],
)

/** What each account keeps, images and files together; changed with the row of the file, in its transaction. */
export const storageUse = pgTable('storage_use', {
  userId: text('user_id').primaryKey(),
  files: integer().notNull(),
  bytes: bigint({ mode: 'number' }).notNull(),
})
