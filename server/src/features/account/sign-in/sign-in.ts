import { createHash } from 'node:crypto'
import { Login, type SignedIn } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { CountryOf } from '../../../platform/country'
import type { Database } from '../../../platform/db/database'
import { type BackoffDelay, callerOf, type RateLimits } from '../../../platform/http/rate-limit'
import { useOtp } from '../factors/otp'
import { usernameKey } from '../identity-keys'
import { refuseEarly } from '../limit-by-address'
import { lockUser, rememberDevice, type UserRow } from '../repository'
import { type Opening, openSession } from '../sessions/sessions'
import type { Credentials } from './basic-credentials'
import { type Caller, placeOf } from './caller'
import { findUserSigningIn } from './login'
import { tellOfNewPlace } from './new-place'
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
 * Null for an unknown user name or address, a wrong password and a suspended user alike, after the same work. The tries
 * for one login, as it was typed, are slowed down together, except from devices that signed in with it before: those
 * have a count of their own, so nobody can lock a user out of their usual place. Tries of a one-time password are
 * counted by user, whichever login they are made with.
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
  const login = Login.safeParse(credentials.username).data
  if (login === undefined) return null
  const device = deviceOf(login, caller)
  const { user, isKnownDevice } = await findUserSigningIn(database.db, login, device)
  const tries = isKnownDevice
    ? ({ scope: 'sign-in-device', value: device } as const)
    : ({ scope: 'sign-in', value: usernameKey(login) } as const)
  refuseEarly(await rateLimits.attempt(tries.scope, tries.value, AFTER_FAILURES))
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  const otpTries = isKnownDevice
    ? ({ scope: 'otp-device', value: device } as const)
    : ({ scope: 'otp', value: user.id } as const)
  if (otp !== undefined) refuseEarly(await rateLimits.attempt(otpTries.scope, otpTries.value, AFTER_FAILURES))
  const opened = await openSessionOf(parts, user, { device, isKnownDevice, otp, caller })
  if (opened === null) return null
  await rateLimits.clear(tries.scope, tries.value)
  if (opened === 'missing') throw new AppError('SecondFactorRequired')
  if (opened === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  if (otp !== undefined) await rateLimits.clear(otpTries.scope, otpTries.value)
  return opened
}

const deviceOf = (login: string, { address }: Caller): string =>
  createHash('sha256')
    .update(`${usernameKey(login)}\n${callerOf(address)}`)
    .digest('base64url')

interface Entering {
  device: string
  isKnownDevice: boolean
  otp: string | undefined
  caller: Caller
}

/** Null when the password was changed or the user suspended meanwhile. */
function openSessionOf(
  { database, clock, countryOf }: SigningIn,
  user: UserRow,
  { device, isKnownDevice, otp, caller }: Entering,
): Promise<SignedIn | 'missing' | 'wrong' | null> {
  const now = clock.now()
  return database.transaction(async (tx) => {
    if (!(await lockUser(tx, user.id, user.passwordHash))) return null
    const proven = await useOtp(tx, user.id, otp, now)
    if (proven === 'missing' || proven === 'wrong') return proven
    const opening: Opening = {
      method: proven === 'not-needed' ? 'password' : proven,
      ...placeOf(caller, countryOf),
    }
    if (!isKnownDevice) await tellOfNewPlace(tx, user, opening)
    await rememberDevice(tx, user.id, device, now)
    return present(user, await openSession(tx, user.id, now, opening))
  })
}

const present = (user: UserRow, { sid, expiresAt }: { sid: string; expiresAt: Date }): SignedIn => ({
  id: user.id,
  sid,
  email: user.email,
  admin: user.role === 'admin',
  expiresAt: expiresAt.toISOString(),
})
