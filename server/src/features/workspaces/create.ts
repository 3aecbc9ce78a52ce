import { MAX_OWN_WORKSPACES, MAX_WORKSPACES, type Workspace } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'
import { isOnFreePlan } from '../billing'
import { ensureHome, insertWorkspace, listWorkspaces, lockWorkspace, type Person } from './repository'

interface Creating {
  database: Database
  /** Whether plans are sold here. */
  sells: boolean
  now: Date
  person: Person
}

/**
 * A further workspace, with a plan, a wallet and invoices of its own. Where plans are sold, each on a free plan would be
 * another free plan, so there is one at a time.
 * @throws AppError TooManyWorkspaces, TooManyOwnWorkspaces, FreeWorkspaceExists with the name of the one that is free
 */
export function createWorkspace(
  { database, sells, now, person }: Creating,
  name: string,
): Promise<Workspace> {
  return database.transaction(async (tx) => {
    await ensureHome(tx, person)
    // Two concurrent creations count each other.
    await lockWorkspace(tx, person.id)
    const all = await listWorkspaces(tx, person.id)
    if (all.length >= MAX_WORKSPACES) throw new AppError('TooManyWorkspaces')
    const owned = all.filter(({ role }) => role === 'owner')
    if (owned.length >= MAX_OWN_WORKSPACES)
      throw new AppError('TooManyOwnWorkspaces', undefined, undefined, {
        values: { max: String(MAX_OWN_WORKSPACES) },
      })
    for (const { id, name: workspace } of sells ? owned : [])
      if (await isOnFreePlan(tx, id, now))
        throw new AppError('FreeWorkspaceExists', undefined, undefined, { values: { workspace } })
    return insertWorkspace(tx, name, person)
  })
}
