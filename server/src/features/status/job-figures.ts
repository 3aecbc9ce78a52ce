import type { StatusJob } from '@scanleaf/shared'
import type { Db } from '../../platform/db/database'
import { type JobRun, listRuns } from '../../platform/jobs'
import type { Measurement } from './measurement'

/** The queue is looked at once a minute; a run of another job may be in the way. */
const LATE_AFTER_MS = 300_000
/** No job takes this long. */
const STUCK_AFTER_MS = 900_000

const BAD: readonly StatusJob['stand'][] = ['failed', 'stuck', 'late']

export async function readJobs(db: Db, now: Date): Promise<{ measured: Measurement[]; jobs: StatusJob[] }> {
  const jobs = (await listRuns(db)).map((run) => presentJob(run, now))
  const named = (...stands: StatusJob['stand'][]) =>
    jobs.filter(({ stand }) => stands.includes(stand)).map(({ name }) => name)
  const failing = named('failed')
  const late = named('stuck', 'late')
  return {
    measured: [
      { check: 'jobs-failing', figure: failing.length, subjects: failing },
      { check: 'jobs-late', figure: late.length, subjects: late },
    ],
    jobs,
  }
}

function presentJob(run: JobRun, now: Date): StatusJob {
  const { name, everySeconds, startedAt, endedAt, doneAt, dueAt, failures } = run
  const isRunning = startedAt !== null && endedAt === null
  const stand = jobStateOf(run, now)
  return {
    name,
    everySeconds,
    stand,
    state: BAD.includes(stand) ? 'attention' : 'good',
    startedAt: startedAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
    nextAt: isRunning ? null : dueAt.toISOString(),
    failures,
  }
}

function jobStateOf(
  { startedAt, endedAt, knownAt, everySeconds, failures }: JobRun,
  now: Date,
): StatusJob['stand'] {
  const since = (time: Date) => now.getTime() - time.getTime()
  if (startedAt === null) return since(knownAt) > LATE_AFTER_MS ? 'late' : 'waiting'
  if (endedAt === null) return since(startedAt) > STUCK_AFTER_MS ? 'stuck' : 'running'
  if (since(startedAt) > everySeconds * 1000 + LATE_AFTER_MS) return 'late'
  return failures > 0 ? 'failed' : 'done'
}
