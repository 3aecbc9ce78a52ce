import { ENDINGS, EXPORT_STATES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/**
 * Deletions of users with their homes that have begun, and of further workspaces that are planned or have begun: what they
 * had goes step by step. A row stays, without a name.
 */
export const erasures = pgTable(
  'erasures',
  {
    /** Of the user and their home, or of a further workspace. */
    userId: text('user_id').primaryKey(),
    ending: text({ enum: ENDINGS }).notNull(),
    keepPdfPages: boolean('keep_pdf_pages').notNull(),
    /** What the user's acts as an operator are found by; null of a further workspace, and once the erasure has ended. */
    email: text(),
    /** Steps of the running sweep that are done; -1 before the day of one that is planned. */
    step: integer().notNull().default(0),
    /** Of one that is planned its day. */
    begunAt: time('begun_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (table) => [index('erasures_running').on(table.begunAt).where(sql`${table.endedAt} is null`)],
)

/** Exports that were requested; the file of a finished one is in the file storage until it expires. */
export const exports = pgTable(
  'exports',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    status: text({ enum: EXPORT_STATES }).notNull().default('waiting'),
    /** The UTC day of the request, and the number of the export on it, from 1; a failed one gives its number back. */
    day: date().notNull(),
    number: integer().notNull().default(1),
    requestedAt: time('requested_at').notNull().defaultNow(),
    /** Language of the mail that says that it is ready. */
    language: text().notNull(),
    /** How often it was begun: an attempt that another has overtaken changes nothing. */
    attempt: integer().notNull().default(0),
    partsDone: integer('parts_done').notNull().default(0),
    parts: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** Of the file; null before it is ready. */
    key: text(),
    sha256: text(),
    readyAt: time('ready_at'),
    expiresAt: time('expires_at'),
  },
  (table) => [
    uniqueIndex('exports_number')
      .on(table.userId, table.day, table.number)
      .where(sql`${table.status} <> 'failed'`),
    uniqueIndex('exports_one_at_once').on(table.userId).where(sql`${table.status} in ('waiting', 'running')`),
    index('exports_user').on(table.userId, table.requestedAt),
    index('exports_expiry').on(table.expiresAt),
  ],
)
