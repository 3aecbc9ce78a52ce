import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { jobRuns } from './table'

export type JobRun = typeof jobRuns.$inferSelect
/** Names a job whose next run is wanted now. */
export const RUN_REQUESTED = 'jobs_wanted'

/** How long a run may be silent until it counts as dead: a few times what passes between two signs of life. */
const LEASE = sql`now() + interval '60 seconds'`
/** Times that are later by this than any that is written now were written by a clock that was ahead: they do not count. */
const AHEAD = sql`interval '60 seconds'`

/** Those that a worker of this version does; runs of jobs that no longer exist are deleted. */
export async function registerJobs(db: Db, jobs: Pick<JobRun, 'name' | 'everySeconds'>[], knownAt: Date) {
  const names = jobs.map(({ name }) => name)
  if (names.length === 0) return
  await db
    .insert(jobRuns)
    .values(jobs.map(({ name, everySeconds }) => ({ name, everySeconds, knownAt })))
    .onConflictDoUpdate({
      target: jobRuns.name,
      set: { everySeconds: sql`excluded.every_seconds` },
    })
  await db.delete(jobRuns).where(notInArray(jobRuns.name, names))
}

/**
 * Takes the jobs that are due and that nobody does. The next run is due from now on, not from the end of this one, so
 * that the death of a process costs one run.
 */
export async function claimDueJobs(
  db: Db,
  jobs: readonly Pick<JobRun, 'name'>[],
  startedAt: Date,
): Promise<Set<string>> {
  const names = JSON.stringify(jobs.map(({ name }) => name))
  const rows = await query<{ name: string }>(
    db,
    sql`update ${jobRuns} set
        due_at = now() + make_interval(secs => every_seconds), lease_until = ${LEASE},
        started_at = ${startedAt.toISOString()}, ended_at = null
      where name in (
        select name from ${jobRuns}
        where name in (select jsonb_array_elements_text(${names}::jsonb))
          and (due_at <= now() or due_at > now() + make_interval(secs => every_seconds) + ${AHEAD})
          and (lease_until is null or lease_until <= now() or lease_until > ${LEASE} + ${AHEAD})
        for update skip locked
      )
      returning name`,
  )
  return new Set(rows.map(({ name }) => name))
}

type Claim = Pick<JobRun, 'name'> & { startedAt: Date }

/** A run whose lease has expired may have been taken by another process: then it is not changed. */
const isOf = ({ name, startedAt }: Claim) => and(eq(jobRuns.name, name), eq(jobRuns.startedAt, startedAt))

export async function renewLease(db: Db, claim: Claim): Promise<void> {
  await db.update(jobRuns).set({ leaseUntil: LEASE }).where(isOf(claim))
}

export async function recordRunEnd(db: Db, claim: Claim, endedAt: Date, isDone: boolean): Promise<void> {
  const outcome = isDone ? { doneAt: endedAt, failures: 0 } : { failures: sql`${jobRuns.failures} + 1` }
  await db
    .update(jobRuns)
    .set({ endedAt, leaseUntil: null, ...outcome })
    .where(isOf(claim))
}

export const listRuns = (db: Db): Promise<JobRun[]> =>
  db.select().from(jobRuns).orderBy(asc(jobRuns.name)).limit(100)

/**
 * The next run of a job is due now, and waiting workers are notified; a worker that is running it finishes that run
 * first. False when there is no such job.
 */
export async function requestRun(db: Db, name: string): Promise<boolean> {
  const known = await db
    .update(jobRuns)
    .set({ dueAt: sql`least(${jobRuns.dueAt}, now())` })
    .where(eq(jobRuns.name, name))
    .returning({ name: jobRuns.name })
  if (known.length === 0) return false
  await query(db, sql`select pg_notify(${RUN_REQUESTED}, ${name})`)
  return true
}
