import { type SignedIn, Username } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Database } from '../../../platform/db/database'
import type { BackoffDelay, RateLimits } from '../../../platform/http/rate-limit'
import { useOtp } from '../factors/otp'
import { usernameKey } from '../identity-keys'
import { findUserSigningIn, lockUser, type UserRow } from '../repository'
import type { Credentials } from './basic-credentials'
import { type Caller, deviceOf } from './caller'
import { enter } from './enter'
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
  /** ADMIN_SECOND_FACTOR is `required`. */
  adminsNeedFactor: boolean
}

/**
 * Null for an unknown name, a wrong password and a suspended user alike, after the same work. The tries for one
 * name are slowed down together, except from devices that signed in to it before: those have a count of their own,
 * so nobody can lock a user out of his usual place. Tries of a one-time password are counted in the same way.
 * @param otp as typed; undefined when none came
 * @throws AppError SecondFactorRequired for a missing or wrong one-time password after the right password,
 * TooManyRequests, ServiceUnavailable
 */
export async function signIn(
  parts: SigningIn,
  credentials: Credentials,
  otp: string | undefined,
  caller: Caller,
): Promise<SignedIn | null> {
  const { database, hasher, rateLimits } = parts
  const username = Username.safeParse(credentials.username).data
  if (username === undefined) return null
  const device = deviceOf(username, caller)
  const { user, isKnownDevice } = await findUserSigningIn(database.db, username, device)
  const counted = isKnownDevice
    ? ({ password: 'sign-in-device', otp: 'otp-device', value: device } as const)
    : ({ password: 'sign-in', otp: 'otp', value: usernameKey(username) } as const)
  refuseEarly(await rateLimits.attempt(counted.password, counted.value, AFTER_FAILURES))
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  if (otp !== undefined) refuseEarly(await rateLimits.attempt(counted.otp, counted.value, AFTER_FAILURES))
  const opened = await openSessionOf(parts, user, { device, otp, caller })
  if (opened === null) return null
  await rateLimits.clear(counted.password, counted.value)
  if (opened === 'missing') throw new AppError('SecondFactorRequired')
  if (opened === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  if (otp !== undefined) await rateLimits.clear(counted.otp, counted.value)
  return opened
}

/** @throws AppError TooManyRequests when there is time to wait */
export function refuseEarly(waitMs: number): void {
  if (waitMs > 0) throw new AppError('TooManyRequests', undefined, Math.ceil(waitMs / 1000))
}

interface Entering {
  device: string
  otp: string | undefined
  caller: Caller
}

/** Null when the password was changed or the user suspended meanwhile. */
function openSessionOf(
  parts: SigningIn,
  user: UserRow,
  { device, otp, caller }: Entering,
): Promise<SignedIn | 'missing' | 'wrong' | null> {
  return parts.database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id, user.passwordHash))) return null
    const proven = await useOtp(tx, user.id, otp, parts.clock.now())
    if (proven === 'missing' || proven === 'wrong') return proven
    return enter(tx, parts, user, { method: proven === 'not-needed' ? 'password' : proven, device, caller })
  })
}
