import { asc, eq, notInArray, sql } from 'drizzle-orm'
import { type Db, query } from '../db/database'
import { jobRounds } from './table'

export type JobRound = typeof jobRounds.$inferSelect
/** Names a job whose next round is wanted now. */
export const WANTED = 'jobs_wanted'

/** Those that a worker of this version does; rounds of jobs that are no more are forgotten. */
export async function noteJobs(db: Db, jobs: Pick<JobRound, 'name' | 'everySeconds'>[], knownAt: Date) {
  const names = jobs.map(({ name }) => name)
  if (names.length === 0) return
  await db
    .insert(jobRounds)
    .values(jobs.map(({ name, everySeconds }) => ({ name, everySeconds, knownAt })))
    .onConflictDoUpdate({
      target: jobRounds.name,
      set: { everySeconds: sql`excluded.every_seconds` },
    })
  await db.delete(jobRounds).where(notInArray(jobRounds.name, names))
}

export async function noteStart(db: Db, name: string, startedAt: Date): Promise<void> {
  await db.update(jobRounds).set({ startedAt, endedAt: null }).where(eq(jobRounds.name, name))
}

export async function noteEnd(db: Db, name: string, endedAt: Date, isDone: boolean): Promise<void> {
  const outcome = isDone ? { doneAt: endedAt, failures: 0 } : { failures: sql`${jobRounds.failures} + 1` }
  await db
    .update(jobRounds)
    .set({ endedAt, ...outcome })
    .where(eq(jobRounds.name, name))
}

export const listRounds = (db: Db): Promise<JobRound[]> =>
  db.select().from(jobRounds).orderBy(asc(jobRounds.name)).limit(100)

/**
 * The next round of a job is due now, and workers that wait for it are told; one that is at a round ends it first.
 * False when there is no such job.
 */
export async function askForRound(db: Db, name: string): Promise<boolean> {
  const known = await db.select({ name: jobRounds.name }).from(jobRounds).where(eq(jobRounds.name, name))
  if (known.length === 0) return false
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = ${name} and state = 'created' and start_after > now()`,
  )
  await query(db, sql`select pg_notify(${WANTED}, ${name})`)
  return true
}
