import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** The queue: one row a repeated job, with its last run, whichever process did it. */
export const jobRuns = pgTable('job_rounds', {
  name: text().primaryKey(),
  everySeconds: integer('every_seconds').notNull(),
  /** When some process first said that it will do it. */
  knownAt: time('known_at').notNull(),
  /** From when on a worker may begin the next run, by the database's clock. */
  dueAt: time('due_at').notNull().defaultNow(),
  /** Until when the process that is at a run has it to itself; null while none is. */
  leaseUntil: time('lease_until'),
  startedAt: time('started_at'),
  /** Null while a run is in progress. */
  endedAt: time('ended_at'),
  /** When a run last did all it should. */
  doneAt: time('done_at'),
  /** Runs that failed since. */
  failures: integer().notNull().default(0),
})
