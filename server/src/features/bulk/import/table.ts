import {
  type CodeImport,
  IMPORT_OUTCOMES,
  IMPORT_SOURCES,
  IMPORT_STATES,
  IMPORT_VERDICTS,
  type ImportMapping,
} from '@scanleaf/shared'
import { TEXT_ENCODINGS } from '@scanleaf/shared/tables'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RowProblem } from '../code-batches'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Numbers of rows; a verdict or an outcome that no row has is missing. */
export interface ImportCounts {
  verdicts: Partial<CodeImport['verdicts']>
  outcomes: Partial<CodeImport['outcomes']>
  warned: number
  wasOff?: number
}

/** Files of other services. One that is `checking` is not shown: its rows are being judged. */
export const imports = pgTable(
  'imports',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    /** Address of the person: the log of changes and `createdBy` of the codes name it. */
    by: text().notNull(),
    fileName: text('file_name').notNull(),
    source: text({ enum: IMPORT_SOURCES }).notNull(),
    /** How the bytes were read; null for JSON. */
    encoding: text({ enum: TEXT_ENCODINGS }),
    /** Where the old codes live; empty while it is not known. */
    host: text().notNull(),
    /** Hosts of the old addresses with their rows, the most frequent first. */
    hosts: jsonb().$type<{ host: string; rows: number }[]>().notNull().default([]),
    /** Null for an export of this product, which has no columns. */
    headers: jsonb().$type<string[]>(),
    /** By this the columns that were set by hand are found again for the next file. */
    headerKey: text('header_key').notNull(),
    mapping: jsonb().$type<ImportMapping>().notNull(),
    isMappedByHand: boolean('is_mapped_by_hand').notNull().default(false),
    /** Columns that a person has to decide about before anything is judged. */
    unread: jsonb().$type<CodeImport['unread']>().notNull().default([]),
    /** Codes that were off at the old service are imported enabled. */
    enablesAll: boolean('enables_all').notNull().default(false),
    tag: text().notNull(),
    state: text({ enum: ['checking', ...IMPORT_STATES] }).notNull(),
    total: integer().notNull(),
    counts: jsonb().$type<ImportCounts>().notNull(),
    /** An error code; null for none. */
    stopReason: text('stop_reason'),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('imports_owner').on(table.userId, table.createdAt),
    index('imports_created').on(table.createdAt),
    index('imports_running').on(table.startedAt).where(sql`${table.state} in ('running', 'undoing')`),
  ],
)

/** Rows as the file has them, each with what becomes of it: cells, or a code of an export of this product. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id').notNull(),
    /** From 1. */
    n: integer().notNull(),
    /** Row of the file, as a spreadsheet counts; null where the file has no rows of text. */
    at: integer(),
    raw: jsonb().$type<string[] | Record<string, unknown>>().notNull(),
    /** Null while the columns are not set. */
    verdict: text({ enum: IMPORT_VERDICTS }),
    outcome: text({ enum: IMPORT_OUTCOMES }).notNull().default('skipped'),
    problems: jsonb().$type<RowProblem[]>().notNull().default([]),
    /** The code that was made; for `same` the one that is there. */
    codeId: uuid('code_id'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.n] }),
    // The next rows of a chunk, and a page of one outcome or verdict.
    index('import_rows_outcome').on(table.importId, table.outcome, table.n),
    index('import_rows_verdict').on(table.importId, table.verdict, table.n),
  ],
)
