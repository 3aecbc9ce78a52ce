import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * Every id that was ever given out: a row stays for ever, so that a printed code never leads to a stranger. A row
 * without a code is a reservation or the tombstone of a deleted code; only its owner can use it again.
 */
export const dynamicIds = pgTable('dynamic_ids', {
  /** The id in lower case: ids are unique and found without case. */
  key: text().primaryKey(),
  userId: text('user_id').notNull(),
  codeId: uuid('code_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const userCodes = pgTable(
  'user_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    productId: text('product_id', { enum: ['dynamic-code', 'static-code'] }).notNull(),
    contentType: text('content_type').notNull(),
    /** JSON text by content type (spec §3); text, so that a broken row harms no list. */
    codeContent: text('code_content').notNull(),
    /** As the owner wrote it; null for a static code. */
    dynamicId: text('dynamic_id'),
    /** Where the redirect leads: the parsed href, http or https. */
    target: text(),
    name: text().notNull().default(''),
    googleAnalyticsId: text('google_analytics_id').notNull().default(''),
    /** Names the public image of the code; random, so that images cannot be enumerated. */
    imageKey: text('image_key').notNull().unique(),
    qrCustomSettings: jsonb('qr_custom_settings').notNull().default({}),
    enabled: boolean().notNull().default(true),
    createdBy: text('created_by').notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    index('user_codes_newest')
      .on(table.userId, table.productId, table.createdAt.desc(), table.id.desc())
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('user_codes_dynamic_id')
      .on(sql`lower(${table.dynamicId})`)
      .where(sql`${table.deletedAt} is null`),
    check(
      'user_codes_dynamic',
      sql`(${table.productId} = 'dynamic-code') = (${table.dynamicId} is not null and ${table.target} is not null)`,
    ),
  ],
)
