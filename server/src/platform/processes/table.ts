import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The heartbeat of a process. */
export interface ProcessFigures {
  memoryBytes: number
  /** Free on the disk of its DATA_DIR; null while it has none. */
  diskFreeBytes: number | null
  /** Scans in its journal, and when the oldest of them was made (ms); null when there is none. */
  journalBytes: number
  journalOldestAt: number | null
  /** Work that waits for a connection to the database. */
  waiting: number
  /** How late the main thread came to what was due, in seconds: only one time of a hundred it was later. */
  loopDelay: number
  /** Counts of the last five minutes: answers of the application, those that were a failure of ours, and visitors sent away. */
  answers: number
  failures: number
  unavailable: number
}

/** The processes that run, by their own word; one that stops takes its row along. */
export const processes = pgTable(
  'processes',
  {
    key: text().primaryKey(),
    role: text({ enum: ['all', 'web', 'redirect', 'worker'] }).notNull(),
    version: text().notNull(),
    /** Name of its host. */
    machine: text().notNull(),
    pid: integer().notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
    figures: jsonb().$type<ProcessFigures>().notNull(),
  },
  (table) => [index('processes_seen').on(table.seenAt)],
)
