import { authorEraser } from '../../platform/db/author-eraser'
import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { doByTurns } from '../../platform/jobs/chunks'
import { deleteRows, deleteRun, findOld, findWithOldRows, runIdsOf } from './repository'
import type { RunContext } from './results'
import { BULK_JOB, bulkWork } from './runs'
import { bulkRuns } from './table'

/** Executes the runs that were started, and deletes old rows and runs. */
export function bulkJobs(context: RunContext): RepeatedJob[] {
  const { db } = context.database
  return [
    {
      name: BULK_JOB,
      everySeconds: 60,
      async run() {
        await doByTurns(context.database, bulkWork(context))
        for (const id of await findWithOldRows(db)) await deleteRows(db, id)
        for (const id of await findOld(db)) await deleteRun(db, id)
      },
    },
  ]
}

/** Writes the id of a person instead of their address in the runs that they started in somebody else's workspace. */
export const eraseStarter = authorEraser(bulkRuns.userId, bulkRuns.by)

/** Everything of the runs of a person; the codes are not theirs. */
export async function eraseBulkRuns({ db }: Database, userId: string): Promise<void> {
  for (const id of await runIdsOf(db, userId)) await deleteRun(db, id)
}
