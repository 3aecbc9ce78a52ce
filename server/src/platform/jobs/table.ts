import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const time = (name: string) => timestamp(name, { withTimezone: true })

/** The last run of each repeated job, whichever process did it. */
export const jobRuns = pgTable('job_rounds', {
  name: text().primaryKey(),
  everySeconds: integer('every_seconds').notNull(),
  /** When some process first said that it will do it. */
  knownAt: time('known_at').notNull(),
  startedAt: time('started_at'),
  /** Null while it is running. */
  endedAt: time('ended_at'),
  /** When a run last did all it should. */
  doneAt: time('done_at'),
  /** Runs that failed since. */
  failures: integer().notNull().default(0),
})
