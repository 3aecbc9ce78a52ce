import { rolesUnder, type WorkspaceMember, type WorkspaceRole } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { recordAct } from '../../../platform/history'
import type { ActingMember } from '../../../platform/http/acting'
import { listPlainKeys, revokeKeysMadeBy } from '../../api-keys'
import {
  clearOffer,
  endMembership,
  findMember,
  findOffer,
  lockWorkspace,
  type MemberRow,
  setRole,
} from '../repository'
import { mailMembersChanged } from './mails'

type Caller = Pick<ActingMember, 'ownerId' | 'by' | 'personId' | 'role'>

/** A key of the workspace, and who made it. */
interface MadeKey {
  name: string
  personId: string
}

export const presentMember = (
  { userId, name, email, role, joinedAt, seenAt }: MemberRow,
  personId: string,
  keys: readonly MadeKey[],
): WorkspaceMember => ({
  ...{ userId, name, email, role },
  joinedAt: joinedAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
  isYou: userId === personId,
  apiKeys: keys.filter((key) => key.personId === userId).map((key) => key.name),
})

/**
 * Gives a member another role. Nobody changes their own.
 * @throws AppError NotFound, OwnerStays, Forbidden for a member or a role that is not under that of the caller,
 * Conflict when the member has been changed since
 */
export function changeRole(
  database: Database,
  caller: Caller,
  userId: string,
  role: WorkspaceRole,
): Promise<WorkspaceMember> {
  return database.transaction(async (tx) => {
    await lockWorkspace(tx, caller.ownerId)
    const member = await findMember(tx, caller.ownerId, userId)
    if (!member) throw new AppError('NotFound')
    refuseOthersThan(caller, member)
    if (!rolesUnder(caller.role).includes(role)) throw new AppError('Forbidden')
    if (!(await setRole(tx, member, role))) throw new AppError('Conflict')
    await recordAct(tx, caller, { action: 'role-changed', memberId: userId, details: { role } })
    return presentMember({ ...member, role }, caller.personId, await listPlainKeys(tx, caller.ownerId))
  })
}

/**
 * Removes a member, or lets the caller leave. What they connected and their feed links end with the membership; API keys
 * belong to the workspace.
 * @param revokesKeys also those that they made
 * @throws AppError as `changeRole`, OwnershipOffered
 */
export function removeMember(
  database: Database,
  caller: Caller,
  userId: string,
  revokesKeys: boolean,
): Promise<void> {
  return database.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, caller.ownerId)
    const member = await findMember(tx, caller.ownerId, userId)
    // The home that nobody shares has no rows.
    if (!workspace || !member) throw new AppError(userId === caller.ownerId ? 'OwnerStays' : 'NotFound')
    if (member.role === 'owner' || userId !== caller.personId) refuseOthersThan(caller, member)
    // Who leaves declines by it; who is removed is asked to wait for their answer, or the offer is withdrawn.
    if (userId !== caller.personId && (await findOffer(tx, caller.ownerId))?.to === userId)
      throw new AppError('OwnershipOffered')
    if (!(await endMembership(tx, member))) throw new AppError('Conflict')
    await clearOffer(tx, caller.ownerId, userId)
    const isLeaving = userId === caller.personId
    await recordAct(tx, caller, isLeaving ? { action: 'left' } : { action: 'removed', memberId: userId })
    if (revokesKeys) await revokeKeysMadeBy(tx, caller, userId)
    const person = { id: userId, name: member.name, email: member.email }
    await mailMembersChanged(tx, {
      ...{ workspace, change: 'left', person, role: member.role, doneBy: caller.personId },
    })
  })
}

function refuseOthersThan(caller: Caller, member: MemberRow): void {
  if (member.role === 'owner') throw new AppError('OwnerStays')
  if (!rolesUnder(caller.role).includes(member.role)) throw new AppError('Forbidden')
}
