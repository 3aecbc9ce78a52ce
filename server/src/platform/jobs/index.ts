import { setTimeout as pause } from 'node:timers/promises'
import type { JobName } from '@scanleaf/shared'
import type { Clock } from '../clock'
import type { Database } from '../db/database'
import { emit } from '../events'
import type { Log } from '../logging'
import { followJob } from '../tracing'
import type { ClockGuard } from '../trusted-clock'
import { claimDueJobs, RUN_REQUESTED, recordRunEnd, registerJobs, renewLease } from './job-runs-repository'

export { type JobRun, listRuns, requestRun } from './job-runs-repository'

/**
 * Work that is done again and again, by one process at a time. It may end half-way and be done twice: each step of it
 * must be one that does no harm when it is repeated.
 */
export interface RepeatedJob<Name extends string = JobName> {
  name: Name
  everySeconds: number
  run(): Promise<void>
  /**
   * Of work that deletes, charges or ends something by its age and cannot be undone: it waits while the clock is not
   * trusted. Counts what the clock makes due, for the log.
   */
  irreversible?(): Promise<Record<string, number>>
}

/** The polling interval: a job may be this much late; in between the database is not queried. */
const POLL_MS = 60_000
const RENEW_LEASE_MS = 20_000
const END_AGAIN_MS = 2_000
const STOP_WITHIN_MS = 3_000

interface JobDependencies {
  database: Database
  clock: Clock
  guard: ClockGuard
  log: Log
}

/**
 * Begins to do the jobs, all that are due at the same time; the first run of each at once, unless another process has
 * it already.
 * @throws AppError ServiceUnavailable while the database is unavailable: then nothing has begun
 */
export async function startJobs(
  { database, clock, guard, log }: JobDependencies,
  jobs: readonly RepeatedJob<string>[],
): Promise<{ close(): Promise<void> }> {
  const { db } = database
  const onTrouble = (err: unknown) => log.warn({ err }, 'jobs are paused: the database is unreachable')
  const running = new Map<RepeatedJob<string>, Promise<void>>()
  const doubted = new Set<string>()
  const closing = new AbortController()
  let rest = new AbortController()
  const wake = () => rest.abort()

  /** Not by a clock that is not trusted, which the log says once, with what would be done by it. */
  async function runTrusted(job: RepeatedJob<string>): Promise<void> {
    const doubt = job.irreversible ? await guard.findDoubt() : null
    const wasDoubted = doubted.delete(job.name)
    if (!doubt) return job.run()
    doubted.add(job.name)
    if (wasDoubted) return
    const { reason, seconds } = doubt
    const due = await job.irreversible?.()
    if (reason === 'leap')
      log.warn(
        { job: job.name, seconds, due },
        'a job waits until the clock is trusted: it leapt, or the server was off',
      )
    else
      log.warn(
        { job: job.name, seconds, due },
        'a job waits: the clocks of the database and of this machine differ',
      )
  }

  async function work(job: RepeatedJob<string>, startedAt: Date): Promise<void> {
    const claim = { name: job.name, startedAt }
    const renewing = setInterval(() => renewLease(db, claim).catch(onTrouble), RENEW_LEASE_MS).unref()
    const isDone = await runOnce({ ...job, run: () => runTrusted(job) }, log)
    clearInterval(renewing)
    // An end that cannot be written is written later, or the next run would wait for the end of the lease.
    const isWritten = () =>
      recordRunEnd(db, claim, clock.now(), isDone).then(
        () => true,
        (error) => onTrouble(error),
      )
    while (!(await isWritten()) && !closing.signal.aborted)
      await pause(END_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {})
    running.delete(job)
    // It may have been asked for again meanwhile.
    wake()
  }

  async function workOn(): Promise<void> {
    while (!closing.signal.aborted) {
      rest = new AbortController()
      const free = jobs.filter((job) => !running.has(job))
      const startedAt = clock.now()
      const due = await claimDueJobs(db, free, startedAt).catch(onTrouble)
      for (const job of free) if (due?.has(job.name)) running.set(job, work(job, startedAt))
      await pause(POLL_MS, undefined, { signal: rest.signal }).catch(() => {})
    }
  }

  await registerJobs(db, [...jobs], clock.now())
  // Also called after a gap of the connection, in which a notification may have been lost.
  const unlisten = await database.listen(RUN_REQUESTED, wake)
  const ended = workOn()
  return {
    async close() {
      closing.abort()
      wake()
      await unlisten()
      const all = ended.then(() => Promise.all(running.values()))
      await Promise.race([all, pause(STOP_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

/** False when it failed, which is not a failure of the worker. */
async function runOnce({ name, run }: RepeatedJob<string>, log: Log): Promise<boolean> {
  const startedAt = performance.now()
  const isDone = await followJob(name, run).then(
    () => true,
    (err) => {
      log.error({ err, job: name }, 'a job failed and will be retried')
      return false
    },
  )
  const seconds = (performance.now() - startedAt) / 1000
  emit('job', { name, outcome: isDone ? 'done' : 'failed', seconds })
  return isDone
}
