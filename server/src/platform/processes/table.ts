import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The heartbeat of a process. */
export interface ProcessFigures {
  memoryBytes: number
  /** Free on the disk of its DATA_DIR; null while it has none. */
  diskFreeBytes: number | null
  /** Scans in its journal, and when the oldest of them was made (ms); null when there are none. */
  journalBytes: number
  journalOldestAt: number | null
  /** Work that waits for a connection to the database. */
  waiting: number
  /** The 99th percentile of the event loop delay, in seconds. */
  loopDelay: number
  /** Counts of the last five minutes: responses of the application, those with a 5xx, and visitors who got a 503. */
  answers: number
  failures: number
  unavailable: number
  /** Requests of the last five minutes by proxies that are not in TRUSTED_PROXIES. */
  unlistedProxies: number
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
