import { PICTURE_USES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A picture of a page in two sizes, as we encoded it; the bytes are in the file storage under keys of its id. */
export const pagePictures = pgTable(
  'page_pictures',
  {
    /** Random, unguessable; see `PictureId`. */
    id: text().primaryKey(),
    /** Outlives the page until it is cleaned up, so that its files are not forgotten. */
    pageId: uuid('page_id').notNull(),
    /** In whose storage it counts: the owner of the code. */
    userId: text('user_id').notNull(),
    use: text({ enum: PICTURE_USES }).notNull(),
    smallSize: integer('small_size').notNull(),
    smallSha256: text('small_sha256').notNull(),
    largeSize: integer('large_size').notNull(),
    largeSha256: text('large_sha256').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Since when neither the draft nor what visitors see shows it; null while one of them does. */
    unusedSince: timestamp('unused_since', { withTimezone: true }),
  },
  (table) => [
    index('page_pictures_page').on(table.pageId),
    index('page_pictures_user').on(table.userId, table.id),
    index('page_pictures_unused').on(table.unusedSince).where(sql`${table.unusedSince} is not null`),
  ],
)
