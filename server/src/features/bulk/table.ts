import { BATCH_KINDS, BATCH_ROW_OUTCOMES, BATCH_STATES } from '@scanleaf/shared'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { BatchSpec, RowBefore, RowInput, RowProblem } from './batch'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** Changes of many codes. One that is `checking` is not shown yet: its rows are being written. */
export const codeBatches = pgTable(
  'code_batches',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: text('user_id').notNull(),
    kind: text({ enum: BATCH_KINDS }).notNull(),
    state: text({ enum: ['checking', ...BATCH_STATES] }).notNull(),
    spec: jsonb().$type<BatchSpec>().notNull(),
    /** Rows in all, and by outcome. */
    total: integer().notNull().default(0),
    ready: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    undone: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    /** Rows with a warning. */
    warned: integer().notNull().default(0),
    /** An error code; null for none. */
    stopReason: text('stop_reason'),
    createdAt: time('created_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
  },
  (table) => [
    index('code_batches_owner').on(table.userId, table.createdAt),
    index('code_batches_running').on(table.startedAt).where(sql`${table.state} in ('running', 'undoing')`),
  ],
)

export const codeBatchRows = pgTable(
  'code_batch_rows',
  {
    batchId: uuid('batch_id').notNull(),
    /** From 1. */
    row: integer().notNull(),
    outcome: text({ enum: BATCH_ROW_OUTCOMES }).notNull(),
    input: jsonb().$type<RowInput>().notNull(),
    /** Null before the code is made. */
    codeId: uuid('code_id'),
    /** What an undo goes back to; null before the row is done. */
    before: jsonb().$type<RowBefore>(),
    problems: jsonb().$type<RowProblem[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.row] }),
    // The next rows of a chunk, and a page of one outcome.
    index('code_batch_rows_outcome').on(table.batchId, table.outcome, table.row),
  ],
)
