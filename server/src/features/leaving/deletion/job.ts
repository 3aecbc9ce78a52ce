import type { RepeatedJob } from '../../../platform/jobs'
import type { Log } from '../../../platform/logging'
import { countDueDeletions, listDueDeletions, makeDue, warnLeaving } from '../../account'
import { type ErasureDependencies, erase } from './erase'
import { beginErasure, beginPlanned, countDueErasures, listDueErasures, listRunning } from './repository'
import { warnMembers } from './workspace-deletion'

const AT_ONCE = 100

/** Warns those whose codes stop soon, begins the deletions that are due, and continues those that have begun. */
export const deletionJob = (dependencies: ErasureDependencies & { log: Log }): RepeatedJob => ({
  name: 'account-deletions',
  everySeconds: 600,
  run: () => deleteDueAccounts(dependencies),
  irreversible: async () => ({
    accounts: await countDueDeletions(dependencies.database.db),
    workspaces: await countDueErasures(dependencies.database.db),
  }),
})

export async function deleteDueAccounts(dependencies: ErasureDependencies & { log: Log }): Promise<void> {
  const { database, log } = dependencies
  await warnLeaving(database)
  await warnMembers(database)
  for (const userId of await listDueDeletions(database.db, AT_ONCE)) await beginErasure(database, userId)
  for (const id of await listDueErasures(database.db, AT_ONCE)) await beginPlanned(database, id)
  const failures: unknown[] = []
  for (const erasure of await listRunning(database.db, AT_ONCE)) {
    // One that fails must not hold up the others.
    await erase(dependencies, erasure).catch((err) => {
      failures.push(err)
      log.error({ err, userId: erasure.userId }, 'an account could not be erased; it is done again later')
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** Erases an account that was never handed to anybody; the job sweeps again for what was still being written. */
export async function eraseAtOnce(dependencies: ErasureDependencies, userId: string): Promise<void> {
  const { database } = dependencies
  await makeDue(database.db, userId)
  await beginErasure(database, userId)
  const erasure = (await listRunning(database.db, AT_ONCE)).find((running) => running.userId === userId)
  if (erasure) await erase(dependencies, erasure)
}
