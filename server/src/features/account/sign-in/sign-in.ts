import { createHash } from 'node:crypto'
import { Login, type SignedIn } from '@scanleaf/shared'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { type BackoffDelay, callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { usernameKey } from '../identity-keys'
import { refuseEarly } from '../limit-by-address'
import { lockUser, rememberDevice, type UserRow } from '../repository'
import { openSession } from '../sessions/sessions'
import type { Credentials } from './basic-credentials'
import { findUserSigningIn } from './login'
import type { PasswordHasher } from './password-hasher'

/** Five failures are free, then each further try waits longer, from a second to a quarter of an hour. */
export const AFTER_FAILURES: BackoffDelay = {
  free: 5,
  firstMs: 1000,
  longestMs: 15 * 60_000,
  forgottenAfterMs: 24 * 60 * 60_000,
}

export interface SigningIn {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  rateLimits: RateLimits
}

/**
 * Null for an unknown user name or address, a wrong password and a suspended user alike, after the same work. The tries
 * for one login, as it was typed, are slowed down together, except from devices that signed in with it before: those
 * have a count of their own, so nobody can lock a user out of their usual place.
 * @throws AppError TooManyRequests, ServiceUnavailable
 */
export async function signIn(
  { database, clock, hasher, rateLimits }: SigningIn,
  credentials: Credentials,
  address: string,
): Promise<SignedIn | null> {
  const login = Login.safeParse(credentials.username).data
  if (login === undefined) return null
  const device = createHash('sha256')
    .update(`${usernameKey(login)}\n${callerOf(address)}`)
    .digest('base64url')
  const { user, isKnownDevice } = await findUserSigningIn(database.db, login, device)
  const tries = isKnownDevice
    ? ({ scope: 'sign-in-device', value: device } as const)
    : ({ scope: 'sign-in', value: usernameKey(login) } as const)
  refuseEarly(await rateLimits.attempt(tries.scope, tries.value, AFTER_FAILURES))
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  const opened = await openSessionOf(database, user, device, clock.now())
  if (opened) await rateLimits.clear(tries.scope, tries.value)
  return opened
}

function openSessionOf(
  database: Database,
  user: UserRow,
  device: string,
  now: Date,
): Promise<SignedIn | null> {
  return database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id, user.passwordHash))) return null
    await rememberDevice(tx, user.id, device, now)
    const { sid, expiresAt } = await openSession(tx, user.id, now)
    return {
      id: user.id,
      sid,
      email: user.email,
      admin: user.role === 'admin',
      expiresAt: expiresAt.toISOString(),
    }
  })
}
