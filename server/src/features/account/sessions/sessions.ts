import type { SignInMethod } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { VerifySession } from '../../../platform/http/session'
import type { UserRow } from '../repository'
import { hashOf, newToken } from '../tokens'
import {
  deleteEndedSessions,
  findLiveSession,
  insertSession,
  moveExpiry,
  type SessionRow,
} from './repository'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const IDLE_MS = 7 * DAY_MS
const ABSOLUTE_MS = 30 * DAY_MS
/** A session in use is updated at most this often. */
const WRITE_INTERVAL_MS = MINUTE_MS

const expiryFrom = (now: Date, absoluteExpiresAt: Date) =>
  new Date(Math.min(now.getTime() + IDLE_MS, absoluteExpiresAt.getTime()))

/** To a minute; null once use no longer extends the session. */
export const lastUseOf = ({ expiresAt, absoluteExpiresAt }: SessionRow): Date | null =>
  expiresAt < absoluteExpiresAt ? new Date(expiresAt.getTime() - IDLE_MS) : null

/** How and where a session is opened, as its user reads it in the list of sessions. */
export interface Opening {
  method: SignInMethod
  /** Name of the provider that vouched in the place of the password; empty for none. */
  provider: string
  label: string
  country: string
}

/**
 * Opens a session; the token is returned only this once, since only its hash is stored.
 * @param isConfirmed its user authenticated just now, by all that the account asks for
 * @param inheritedEnd end of the session that this one comes from, which it does not outlive
 */
export async function openSession(
  db: Db,
  userId: string,
  now: Date,
  opening: Opening,
  isConfirmed: boolean,
  inheritedEnd?: Date,
): Promise<{ sid: string; expiresAt: Date }> {
  const sid = newToken()
  const absoluteExpiresAt = inheritedEnd ?? new Date(now.getTime() + ABSOLUTE_MS)
  const expiresAt = expiryFrom(now, absoluteExpiresAt)
  await deleteEndedSessions(db, userId)
  await insertSession(
    db,
    { tokenHash: hashOf(sid), userId, createdAt: now, expiresAt, absoluteExpiresAt, ...opening },
    isConfirmed,
  )
  return { sid, expiresAt }
}

/** Whether somebody has the rights of an administrator: with ADMIN_SECOND_FACTOR only in a two-factor session. */
export const actsAsAdmin = (
  role: UserRow['role'],
  method: SignInMethod,
  adminsNeedFactor: boolean,
): boolean => role === 'admin' && (!adminsNeedFactor || method !== 'password')

/** Asks the database each time, so that a sign-out counts at once in every process. */
interface SessionRules {
  /** Without it nobody can verify an address, so nobody has to. */
  sendsMail: boolean
  adminsNeedFactor: boolean
}

export function embeddedSessions(database: Database, clock: Clock, rules: SessionRules): VerifySession {
  return async (token) => {
    const now = clock.now()
    const tokenHash = hashOf(token)
    const session = await findLiveSession(database.db, tokenHash, now)
    if (!session) return null
    const moved = expiryFrom(now, session.absoluteExpiresAt)
    const isDue = moved.getTime() - session.expiresAt.getTime() >= WRITE_INTERVAL_MS
    if (isDue) await moveExpiry(database.db, tokenHash, moved)
    return {
      id: session.userId,
      email: session.email,
      admin: actsAsAdmin(session.role, session.method, rules.adminsNeedFactor),
      mustVerifyEmail: rules.sendsMail && session.mustVerify,
      expiresAt: isDue ? moved : session.expiresAt,
      isConfirmed: session.isConfirmed,
    }
  }
}
