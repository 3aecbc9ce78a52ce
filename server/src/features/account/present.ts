import type { Profile, VerifiedSession } from '@scanleaf/shared'
import type { SessionUser } from '../../platform/session'
import type { UserRow } from './repository'

export function presentProfile(user: UserRow, permissions: Record<string, number>): Profile {
  const { id, username, firstName, lastName, email, phone, photo, role } = user
  return { id, username, firstName, lastName, email, phone, photo, role, permissions }
}

export function presentSession({ id, email, admin, expiresAt }: SessionUser): VerifiedSession {
  return { id, email, admin, expiresAt: expiresAt.toISOString() }
}
