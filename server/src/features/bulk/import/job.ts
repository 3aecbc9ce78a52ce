import type { Database } from '../../platform/db/database'
import type { RepeatedJob } from '../../platform/jobs'
import { doByTurns } from '../../platform/jobs/chunks'
import { IMPORT_JOB, importWork } from './lifecycle'
import { deleteImport, deleteRows, findOld, findWithOldRows, importIdsOf } from './repository'
import type { RunContext } from './run'

/** Does what was started, and deletes old rows and imports. */
export function importJobs(context: RunContext): RepeatedJob[] {
  const { db } = context.database
  return [
    {
      name: IMPORT_JOB,
      everySeconds: 60,
      async run() {
        await doByTurns(context.database, importWork(context))
        for (const id of await findWithOldRows(db)) await deleteRows(db, id)
        for (const id of await findOld(db)) await deleteImport(db, id)
      },
    },
  ]
}

/** Everything of the imports of a person; the codes are not theirs. */
export async function eraseImports({ db }: Database, userId: string): Promise<void> {
  for (const id of await importIdsOf(db, userId)) await deleteImport(db, id)
}
