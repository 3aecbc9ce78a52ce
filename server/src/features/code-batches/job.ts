import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { BATCH_JOB, goOn } from './batches'
import { batchIdsOf, deleteBatch, findOld, findToGoOn } from './repository'
import type { RunContext } from './run'

/** Does what was started, a chunk of each batch by turns, so that none waits behind a long one; and deletes old batches. */
export function codeBatchJobs(context: RunContext): RepeatedJob[] {
  const { db } = context.database
  return [
    {
      name: BATCH_JOB,
      everySeconds: 60,
      async run() {
        for (let isLeft = true; isLeft; ) {
          isLeft = false
          for (const id of await findToGoOn(db)) isLeft = (await goOn(context, id)) || isLeft
        }
        for (const id of await findOld(db)) await deleteBatch(db, id)
      },
    },
  ]
}

/** Everything of the batches of a person; the codes are not theirs. */
export async function eraseBatches({ db }: Database, userId: string): Promise<void> {
  for (const id of await batchIdsOf(db, userId)) await deleteBatch(db, id)
}
