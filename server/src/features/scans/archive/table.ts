import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SumGroups } from './scan-sums'

/**
 * Files of archived scans, each of one UTC day. What a day gets later is in a further file, numbered by `part`; only an
 * erasure replaces a file, by one under another key.
 */
export const scanArchives = pgTable(
  'scan_archives',
  {
    key: text().primaryKey(),
    day: date().notNull(),
    part: integer().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Of the whole file, in hexadecimal. */
    sha256: text().notNull(),
    /** The end of the file, from its metadata on. */
    footerBytes: integer('footer_bytes').notNull(),
    footerSha256: text('footer_sha256').notNull(),
    firstCode: uuid('first_code').notNull(),
    lastCode: uuid('last_code').notNull(),
    firstAt: timestamp('first_at', { withTimezone: true }).notNull(),
    lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
    sums: jsonb().$type<SumGroups>().notNull(),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the day was last found to be the same in the log and in its files. */
    comparedAt: timestamp('compared_at', { withTimezone: true }).notNull().defaultNow(),
    /** The log no longer has the day: it is read from here. */
    isDropped: boolean('is_dropped').notNull().default(false),
  },
  (table) => [unique().on(table.day, table.part)],
)
