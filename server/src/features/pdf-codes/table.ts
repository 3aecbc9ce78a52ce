import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * Every name that was ever used: a row is never deleted, so that a printed code never leads to a stranger. The
 * name of a deleted code can only be used again by its owner.
 */
export const pdfNames = pgTable('pdf_names', {
  /** The name in lower case: names are unique and found without case. */
  key: text().primaryKey(),
  userId: text('user_id').notNull(),
  /** The code that has the name, or had it last. */
  codeId: uuid('code_id').notNull(),
})

/** What belongs to a user code of the type Website-pdf; whose it is and whether it lives, that one says. */
export const pdfCodes = pgTable('pdf_codes', {
  /** Id of the user code. */
  id: uuid().primaryKey(),
  /** As the owner wrote it. */
  name: text().notNull(),
  companyName: text('company_name').notNull(),
  title: text().notNull(),
  /** The parsed href, http or https. */
  website: text().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

/** The files that a PDF code has and had; exactly one of each code is in its place. */
export const pdfVersions = pgTable(
  'pdf_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    codeId: uuid('code_id')
      .notNull()
      .references(() => pdfCodes.id, { onDelete: 'cascade' }),
    /** The uploaded file; `key`, `size` and `sha256` are its. */
    fileId: text('file_id').notNull().unique(),
    key: text().notNull(),
    fileName: text('file_name').notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** Drawing the first page was begun: it is tried once, whatever comes of it. */
    isPageTried: boolean('is_page_tried').notNull().default(false),
    /** Pixels of the picture of the first page; null without one. */
    pageWidth: integer('page_width'),
    pageHeight: integer('page_height'),
    /** Of the file of this picture. */
    pageBytes: integer('page_bytes'),
    pageSha256: text('page_sha256'),
    /** When it was put in its place, the last time. */
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull(),
    /** Null while it is in its place. */
    replacedAt: timestamp('replaced_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('pdf_versions_current').on(table.codeId).where(sql`${table.replacedAt} is null`),
    index('pdf_versions_newest').on(table.codeId, table.placedAt.desc()),
    index('pdf_versions_replaced').on(table.replacedAt).where(sql`${table.replacedAt} is not null`),
  ],
)

/** How often the PDF of a code was opened and saved. Apart from the code, because it changes all the time. */
export const pdfCounters = pgTable('pdf_counters', {
  codeId: uuid('code_id').primaryKey(),
  opens: bigint({ mode: 'number' }).notNull().default(0),
  downloads: bigint({ mode: 'number' }).notNull().default(0),
})
