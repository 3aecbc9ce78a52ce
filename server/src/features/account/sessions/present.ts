import type { UserSession, VerifiedSession } from '@scanleaf/shared'
import * as z from 'zod'
import type { SessionUser } from '../../../platform/http/session'
import type { SessionRow } from './repository'
import { lastUseOf } from './sessions'

export function presentSession({ id, email, admin, expiresAt }: SessionUser): VerifiedSession {
  return { id, email, admin, expiresAt: expiresAt.toISOString() }
}

/** This much of a hash distinguishes sessions, and leads to no token. */
const SESSION_ID_LENGTH = 16
export const SessionId = z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${SESSION_ID_LENGTH}}$`))

/** @param ownTokenHash of the session that asks */
export const presentUserSession = (session: SessionRow, ownTokenHash: string): UserSession => ({
  id: session.tokenHash.slice(0, SESSION_ID_LENGTH),
  createdAt: session.createdAt.toISOString(),
  expiresAt: session.expiresAt.toISOString(),
  lastUsedAt: lastUseOf(session)?.toISOString() ?? null,
  isCurrent: session.tokenHash === ownTokenHash,
  label: session.label,
  country: session.country,
  method: session.method,
  provider: session.provider,
})
