import type { Database } from '../db/database'
import { tell } from '../happenings'
import type { Log } from '../logging'
import { bossDatabase } from './boss-database'

/**
 * Work that is done again and again, by one process at a time. It may end half-way and be done twice: each step of it
 * must be one that does no harm when it is repeated.
 */
export interface RepeatedJob {
  /** Of its queue: lower-case letters and hyphens. */
  name: string
  everySeconds: number
  run(): Promise<void>
}

/** A job is done up to this much later than it could be; in between the database is left alone. */
const POLL_SECONDS = 60
const UPKEEP_MINUTES = 60
const DONE_KEPT_HOURS = 1
const STOP_WITHIN_MS = 3_000

/** Begins to do the jobs; the first round of each at once, unless another process has it already. */
export async function startJobs(
  { database, log }: { database: Database; log: Log },
  jobs: readonly RepeatedJob[],
): Promise<{ close(): Promise<void> }> {
  // Only when something is to be done: a process that only redirects does without the queue.
  const { default: PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: bossDatabase(database),
    // The tables come with our migrations; repetition needs no cron.
    migrate: false,
    schedule: false,
    maintenanceIntervalMinutes: UPKEEP_MINUTES,
    archiveCompletedAfterSeconds: DONE_KEPT_HOURS * 3600,
    deleteAfterHours: DONE_KEPT_HOURS,
  })
  boss.on('error', (err) => log.warn({ err }, 'the job queue waits for the database'))
  await boss.start()
  for (const { name, everySeconds, run } of jobs) {
    // `short`: one waits, however many processes ask for it.
    await boss.createQueue(name, { name, policy: 'short', retryLimit: 0 })
    const askAgain = (startAfter: number) => boss.send(name, {}, { startAfter })
    await askAgain(0)
    await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, async () => {
      // First, so that the death of this process costs one round and not all.
      await askAgain(everySeconds)
      const startedAt = performance.now()
      const isDone = await run().then(
        () => true,
        (err) => {
          log.error({ err, job: name }, 'a job failed; it is done again later')
          return false
        },
      )
      const seconds = (performance.now() - startedAt) / 1000
      tell('job', { name, outcome: isDone ? 'done' : 'failed', seconds })
    })
  }
  return { close: () => boss.stop({ close: false, timeout: STOP_WITHIN_MS }) }
}
