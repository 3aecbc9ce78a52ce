import { asc, eq, notInArray, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { jobRuns } from './table'

export type JobRun = typeof jobRuns.$inferSelect
/** Names a job whose next run is wanted now. */
export const RUN_REQUESTED = 'jobs_wanted'

/** Those that a worker of this version does; runs of jobs that are no more are forgotten. */
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

export async function recordStart(db: Db, name: string, startedAt: Date): Promise<void> {
  await db.update(jobRuns).set({ startedAt, endedAt: null }).where(eq(jobRuns.name, name))
}

export async function recordEnd(db: Db, name: string, endedAt: Date, isDone: boolean): Promise<void> {
  const outcome = isDone ? { doneAt: endedAt, failures: 0 } : { failures: sql`${jobRuns.failures} + 1` }
  await db
    .update(jobRuns)
    .set({ endedAt, ...outcome })
    .where(eq(jobRuns.name, name))
}

export const listRuns = (db: Db): Promise<JobRun[]> =>
  db.select().from(jobRuns).orderBy(asc(jobRuns.name)).limit(100)

/**
 * The next run of a job is due now, and workers that wait for it are told; one that is at a run ends it first.
 * False when there is no such job.
 */
export async function requestRun(db: Db, name: string): Promise<boolean> {
  const known = await db.select({ name: jobRuns.name }).from(jobRuns).where(eq(jobRuns.name, name))
  if (known.length === 0) return false
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = ${name} and state = 'created' and start_after > now()`,
  )
  await query(db, sql`select pg_notify(${RUN_REQUESTED}, ${name})`)
  return true
}
