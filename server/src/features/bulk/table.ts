import { BULK_KINDS, BULK_OUTCOMES, BULK_STATES, IMPORT_VERDICTS } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

import type { BulkSpec, FileRow, RowBefore, RowInput, RowProblem } from './spec'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Changes of many codes. One that is `checking` is not shown: its rows are being checked. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    /** Address of the person who started it: the log of changes and `createdBy` of the codes name it. */
    by: text().notNull(),
    kind: text({ enum: BULK_KINDS }).notNull(),
    state: text({ enum: ['checking', ...BULK_STATES] }).notNull(),
    spec: jsonb().$type<BulkSpec>().notNull(),
    /** Rows in all, and by outcome. */
    total: integer().notNull().default(0),
    ready: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    retained: integer().notNull().default(0),
    /** Rows with a warning. */
    warned: integer().notNull().default(0),
    /** An error code; null for none. */
    stopReason: text('stop_reason'),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('bulk_runs_owner').on(table.userId, table.createdAt),
    index('bulk_runs_running').on(table.startedAt).where(sql`${table.state} in ('running', 'undoing')`),
  ],
)

export const bulkRows = pgTable(
  'bulk_rows',
  {
    runId: uuid('run_id').notNull(),
    /** From 1. */
    row: integer().notNull(),
    outcome: text({ enum: BULK_OUTCOMES }).notNull(),
    /** Of an import the row as the file has it. */
    input: jsonb().$type<RowInput | FileRow>().notNull(),
    /** The code that was made or is changed; of a skipped row of an import the one that is there. */
    codeId: uuid('code_id'),
    /** What an undo goes back to; null before the row is done. */
    before: jsonb().$type<RowBefore>(),
    problems: jsonb().$type<RowProblem[]>().notNull().default([]),
    /** Of an import: null while the columns are not set. */
    verdict: text({ enum: IMPORT_VERDICTS }),
    /** Of an import: line of the file, as a spreadsheet counts; null where the file has no rows of text. */
    line: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.row] }),
    // The next rows of a chunk, and a page of one outcome or verdict.
    index('bulk_rows_outcome').on(table.runId, table.outcome, table.row),
    index('bulk_rows_verdict')
      .on(table.runId, table.verdict, table.row)
      .where(sql`${table.verdict} is not null`),
  ],
)
