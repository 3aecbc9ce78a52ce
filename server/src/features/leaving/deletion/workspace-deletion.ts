import type { DeleteAccount, PlannedDeletion } from '@scanleaf/shared'
import type { Database, Db } from '../../../platform/db/database'
import { type Actor, recordAct } from '../../../platform/history'
import { queueMail } from '../../../platform/mail'
import { newToken } from '../../account'
import { lockOwnFurther, nameOfFurther } from '../../workspaces'
import { cancelErasure, type ErasureRow, listStoppingSoon, planErasure } from './repository'

const WARNED_AT_ONCE = 100

export const presentPlanned = ({ begunAt, ending, keepPdfPages }: ErasureRow): PlannedDeletion => ({
  ...{ at: begunAt.toISOString(), ending, keepPdfPages },
})

/**
 * Plans the deletion of a further workspace, in which all goes on until its day. All who work there are told by mail.
 * @throws AppError HomeStays, which goes with the account alone, Forbidden
 */
export const planWorkspaceDeletion = (
  database: Database,
  caller: Actor,
  wish: DeleteAccount,
): Promise<PlannedDeletion> =>
  database.transaction(async (tx) => {
    const { name } = await lockOwnFurther(tx, caller)
    const keepPdfPages = wish.ending === 'freeze' && wish.keepPdfPages
    const row = await planErasure(tx, { userId: caller.ownerId, ending: wish.ending, keepPdfPages })
    await recordAct(tx, caller, { action: 'deletion-planned', details: { kind: wish.ending } })
    await tell(tx, row, { state: 'planned', name })
    return presentPlanned(row)
  })

/** Keeps a further workspace; does nothing when no deletion is planned. @throws AppError as the plan */
export const keepWorkspace = (database: Database, caller: Actor): Promise<void> =>
  database.transaction(async (tx) => {
    const { name } = await lockOwnFurther(tx, caller)
    const row = await cancelErasure(tx, caller.ownerId)
    if (!row) return
    await recordAct(tx, caller, { action: 'deletion-cancelled' })
    await tell(tx, row, { state: 'cancelled', name })
  })

/** Tells those who work in a workspace whose codes stop within two weeks, once for each day that was planned. */
export async function warnMembers(database: Database): Promise<void> {
  for (const row of await listStoppingSoon(database.db, WARNED_AT_ONCE)) {
    const name = await nameOfFurther(database.db, row.userId)
    await database.transaction((tx) => tell(tx, row, { state: 'soon', name }))
  }
}

const tell = (
  tx: Db,
  { userId: workspace, begunAt, ending, keepPdfPages }: ErasureRow,
  { state, name }: { state: 'planned' | 'soon' | 'cancelled'; name: string },
): Promise<void> =>
  queueMail(tx, {
    kind: 'workspace-deletion',
    dedupeKey: `workspace-deletion:${state === 'soon' ? `${workspace}:${begunAt.toISOString()}` : newToken()}`,
    userId: workspace,
    ...{ address: null, language: null },
    values: {
      ...{ workspaceName: name, state, at: begunAt.toISOString() },
      ...{ ending, keepPdfPages: String(keepPdfPages) },
    },
  })
