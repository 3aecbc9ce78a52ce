import type { RegistrationMode } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { claimFirstAdmin, insertUser, type NewUser, type UserRow } from '../repository'
import { useInvitation } from './invitations'
import { wrongSetupToken } from './setup-token'

/** How somebody comes to an account. */
export type WayIn =
  | { by: 'form'; invitation: string }
  /** The only way that REGISTRATION does not rule. */
  | { by: 'setup-token'; setupTokenHash: string }
  /** `mayRegister`: the host trusts the provider to say who belongs here, whatever REGISTRATION is. */
  | { by: 'oidc'; mayRegister: boolean }

export type Person = Omit<NewUser, 'role' | 'approvedAt'>

/**
 * Makes the user, the one place where that happens. Null when the user name or the address is taken. Others than the
 * first administrator may have to wait (`approvedAt` null).
 * @throws AppError RegistrationClosed, InvitationRequired, LinkExpired for an invitation that is no longer valid,
 * ValidationError for a setup token that another was faster with
 */
export async function openAccount(
  tx: Db,
  registration: RegistrationMode,
  way: WayIn,
  person: Person,
): Promise<UserRow | null> {
  refuseClosedWay(registration, way)
  const isWaiting = registration === 'approval' && !isLetIn(way)
  const user = await insertUser(tx, {
    ...person,
    role: way.by === 'setup-token' ? 'admin' : 'member',
    approvedAt: isWaiting ? null : person.createdAt,
  })
  if (!user) return null
  if (way.by === 'setup-token' && !(await claimFirstAdmin(tx, user.id, way.setupTokenHash)))
    throw wrongSetupToken()
  if (registration === 'invite' && way.by === 'form') await useInvitation(tx, way.invitation, user)
  return user
}

/** Before anything is asked or computed for who has no way in. @throws AppError RegistrationClosed, InvitationRequired */
export function refuseClosedWay(registration: RegistrationMode, way: WayIn): void {
  if (registration === 'open' || registration === 'approval' || isLetIn(way)) return
  if (registration === 'closed' || way.by !== 'form') throw new AppError('RegistrationClosed')
  if (way.invitation === '') throw new AppError('InvitationRequired')
}

const isLetIn = (way: WayIn): boolean => way.by === 'setup-token' || (way.by === 'oidc' && way.mayRegister)
