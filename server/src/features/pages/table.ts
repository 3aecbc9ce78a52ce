import type { Page } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

/** The page of a dynamic code, as its owner writes it; whose it is and whether it lives, the code says. */
export const codePages = pgTable('code_pages', {
  /** Id of the user code. */
  id: uuid().primaryKey(),
  /** Raised by each change of the draft. */
  revision: integer().notNull(),
  draft: jsonb().$type<Page>().notNull(),
  /** Whoever knows it sees the draft on the host of the pages. */
  draftKey: uuid('draft_key').notNull().defaultRandom(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** What a page has shown to visitors; at most one of each page is in its place. */
export const codePageVersions = pgTable(
  'code_page_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    pageId: uuid('page_id')
      .notNull()
      .references(() => codePages.id, { onDelete: 'cascade' }),
    content: jsonb().$type<Page>().notNull(),
    /** Counts the publications of a page. */
    number: integer().notNull(),
    /** When the payment account was last changed; null without one. */
    accountSince: timestamp('account_since', { withTimezone: true }),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** Counts the changes of its prices and of what is sold out. */
    changes: integer().notNull().default(0),
    /** Null while it is in its place. */
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('code_page_versions_current').on(table.pageId).where(sql`${table.replacedAt} is null`),
    index('code_page_versions_newest').on(table.pageId, table.publishedAt.desc()),
    index('code_page_versions_replaced').on(table.replacedAt).where(sql`${table.replacedAt} is not null`),
  ],
)
