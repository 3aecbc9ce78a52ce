import { createHash } from 'node:crypto'
import { type Language, type SignedIn, Username } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Database, Db } from '../../../platform/db/database'
import { type BackoffDelay, callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { usernameKey } from '../identity-keys'
import { setMailLanguage } from '../mail/repository'
import { findUserSigningIn, isNewDevice, lockUser, rememberDevice, type UserRow } from '../repository'
import { type Opening, openSession } from '../sessions/sessions'
import type { Credentials } from './basic-credentials'
import { type Caller, placeOf } from './caller'
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
  countryOf: CountryOf
}

/**
 * Null for an unknown name, a wrong password and a suspended user alike, after the same work. The tries for one
 * name are slowed down together, except from devices that signed in to it before: those have a count of their own,
 * so nobody can lock a user out of his usual place.
 * @throws AppError TooManyRequests, ServiceUnavailable
 */
export async function signIn(
  { database, clock, hasher, rateLimits, countryOf }: SigningIn,
  credentials: Credentials,
  caller: Caller,
): Promise<SignedIn | null> {
  const username = Username.safeParse(credentials.username).data
  if (username === undefined) return null
  const device = createHash('sha256')
    .update(`${usernameKey(username)}\n${callerOf(caller.address)}`)
    .digest('base64url')
  const { user, isKnownDevice } = await findUserSigningIn(database.db, username, device)
  const tries = isKnownDevice
    ? ({ scope: 'sign-in-device', value: device } as const)
    : ({ scope: 'sign-in', value: usernameKey(username) } as const)
  refuseEarly(await rateLimits.attempt(tries.scope, tries.value, AFTER_FAILURES))
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  const opening = { method: 'password', ...placeOf(caller, countryOf) } as const
  const from = { device, language: caller.language }
  const opened = await openSessionOf(database, user, from, clock.now(), opening)
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
  { device, language }: { device: string; language: Language | null },
  now: Date,
  opening: Opening,
): Promise<SignedIn | null> {
  return database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id, user.passwordHash))) return null
    await reportNewPlace(tx, user.id, device, now, opening)
    await rememberDevice(tx, user.id, device, now)
    if (language !== null) await setMailLanguage(tx, user.id, language)
    const { sid, expiresAt } = await openSession(tx, user.id, now, opening)
    return {
      id: user.id,
      sid,
      email: user.email,
      admin: user.role === 'admin',
      expiresAt: expiresAt.toISOString(),
    }
  })
}

/** A sign-in from a device that the user has not used before, and not the first of all, is told by e-mail. */
async function reportNewPlace(
  tx: Db,
  userId: string,
  device: string,
  now: Date,
  { label, country }: Opening,
): Promise<void> {
  if (!(await isNewDevice(tx, userId, device))) return
  const dedupeKey = `new-sign-in:${userId}:${device}:${now.getTime()}`
  const values = { label, country }
  await queueMail(tx, { kind: 'new-sign-in', dedupeKey, userId, address: null, language: null, values })
}
