import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { doByTurns } from '../../platform/jobs/chunks'
import { BATCH_JOB, batchWork } from './batches'
import { batchIdsOf, deleteBatch, findOld } from './repository'
import type { RunContext } from './run'

/** Does what was started, and deletes old batches. */
export function codeBatchJobs(context: RunContext): RepeatedJob[] {
  const { db } = context.database
  return [
    {
      name: BATCH_JOB,
      everySeconds: 60,
      async run() {
        await doByTurns(context.database, batchWork(context))
        for (const id of await findOld(db)) await deleteBatch(db, id)
      },
    },
  ]
}

/** Everything of the batches of a person; the codes are not theirs. */
export async function eraseBatches({ db }: Database, userId: string): Promise<void> {
  for (const id of await batchIdsOf(db, userId)) await deleteBatch(db, id)
}
