import { createHash } from 'node:crypto'
import { type SignedIn, Username } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database } from '../../../platform/db/database'
import { type BackoffDelay, callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { usernameKey } from '../identity-keys'
import { findUserSigningIn, lockUser, rememberDevice, type UserRow } from '../repository'
import { openSession } from '../sessions/sessions'
import type { Credentials } from './basic-credentials'
import type { PasswordHasher } from './password-hasher'

/** Five failures are free, then each further try waits longer, from a second to a quarter of an hour. */
export const AFTER_FAILURES: BackoffDelay = {
  free: 5,
  firstMs: 1000,
  maxDelayMs: 15 * 60_000,
  forgottenAfterMs: 24 * 60 * 60_000,
}

export interface SignInDependencies {
  database: Database
  clock: Clock
  hasher: PasswordHasher
  rateLimits: RateLimits
}

/**
 * Null for an unknown name, a wrong password and a suspended user alike, after the same work. The tries for one
 * name are slowed down together, except from devices that signed in to it before: those have a count of their own,
 * so nobody can lock a user out of his usual place.
 * @throws AppError TooManyRequests, ServiceUnavailable
 */
export async function signIn(
  { database, clock, hasher, rateLimits }: SignInDependencies,
  credentials: Credentials,
  address: string,
): Promise<SignedIn | null> {
  const username = Username.safeParse(credentials.username).data
  if (username === undefined) return null
  const device = createHash('sha256')
    .update(`${usernameKey(username)}\n${callerOf(address)}`)
    .digest('base64url')
  const { user, isKnownDevice } = await findUserSigningIn(database.db, username, device)
  const tries = isKnownDevice
    ? ({ scope: 'sign-in-device', value: device } as const)
    : ({ scope: 'sign-in', value: usernameKey(username) } as const)
  refuseEarly(await rateLimits.attempt(tries.scope, tries.value, AFTER_FAILURES))
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  const opened = await openSessionOf(database, user, device, clock.now())
  if (opened) await rateLimits.clear(tries.scope, tries.value)
  return opened
}

/** @throws AppError TooManyRequests when there is time to wait */
export function refuseEarly(waitMs: number): void {
  if (waitMs > 0) throw new AppError('TooManyRequests', undefined, Math.ceil(waitMs / 1000))
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
