import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { emit } from '../events'
import type { Log } from '../logging'
import { followJob } from '../tracing'
import { bossDatabase } from './boss-database'
import { RUN_REQUESTED, recordEnd, recordStart, registerJobs } from './job-runs-repository'
import { startWorker } from './worker'

export { type JobRun, listRuns, requestRun } from './job-runs-repository'

/**
 * Work that is done again and again, by one process at a time. It may end half-way and be done twice: each step of it
 * must be one that does no harm when it is repeated.
 */
export interface RepeatedJob {
  /** The name of its queue: lower-case letters and hyphens. */
  name: string
  everySeconds: number
  run(): Promise<void>
}

const MAINTENANCE_MINUTES = 60
const DONE_KEPT_HOURS = 1
const STOP_WITHIN_MS = 3_000

interface JobDependencies {
  database: Database
  clock: Clock
  log: Log
}

/**
 * Begins to do the jobs; the first run of each at once, unless another process has it already.
 * @throws AppError ServiceUnavailable while the database is away: then nothing has begun
 */
export async function startJobs(
  { database, clock, log }: JobDependencies,
  jobs: readonly RepeatedJob[],
): Promise<{ close(): Promise<void> }> {
  // Only when something is to be done: a process that only redirects does without the queue.
  const { default: PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: bossDatabase(database),
    // The tables come with our migrations; repetition needs no cron.
    migrate: false,
    schedule: false,
    maintenanceIntervalMinutes: MAINTENANCE_MINUTES,
    archiveCompletedAfterSeconds: DONE_KEPT_HOURS * 3600,
    deleteAfterHours: DONE_KEPT_HOURS,
  })
  const onTrouble = (err: unknown) => log.warn({ err }, 'the job queue waits for the database')
  boss.on('error', onTrouble)
  const workers = new Map<string, ReturnType<typeof startWorker>>()
  const schedule = async (name: string, startAfter: number) =>
    void (await boss.send(name, {}, { startAfter }))
  const begin = async () => {
    await boss.start()
    await registerJobs(database.db, [...jobs], clock.now())
    for (const { name } of jobs) {
      // `short`: one waits, however many processes ask for it.
      await boss.createQueue(name, { name, policy: 'short', retryLimit: 0 })
      await schedule(name, 0)
    }
    return database.listen(RUN_REQUESTED, (name) => workers.get(name)?.wake())
  }
  const unlisten = await begin().catch(async (error) => {
    await boss.stop({ close: false, graceful: false })
    throw error
  })
  for (const job of jobs) {
    const { name, everySeconds } = job
    const queue = {
      fetch: async () => (await boss.fetch(name))[0]?.id ?? null,
      scheduleNext: () => schedule(name, everySeconds),
      complete: (id: string) => boss.complete(name, id),
    }
    workers.set(
      name,
      startWorker(queue, () => runJob({ database, clock, log }, job), onTrouble),
    )
  }
  return {
    async close() {
      await unlisten()
      const ended = Promise.all([...workers.values()].map((worker) => worker.close()))
      await Promise.race([ended, pause(STOP_WITHIN_MS, undefined, { ref: false })])
      await boss.stop({ close: false, graceful: false })
    },
  }
}

/** One run, which is noted for all to see; a failure of it is no failure of the worker. */
async function runJob({ database, clock, log }: JobDependencies, { name, run }: RepeatedJob): Promise<void> {
  const startedAt = performance.now()
  await recordStart(database.db, name, clock.now())
  const isDone = await followJob(name, run).then(
    () => true,
    (err) => {
      log.error({ err, job: name }, 'a job failed; it is done again later')
      return false
    },
  )
  await recordEnd(database.db, name, clock.now(), isDone)
  const seconds = (performance.now() - startedAt) / 1000
  emit('job', { name, outcome: isDone ? 'done' : 'failed', seconds })
}
