import { Login, type SignedIn } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import type { Attempt } from '../attempts/attempt-log'
import { type Caller, deviceOf } from '../attempts/caller'
import { AFTER_FAILURES, throttle } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { findUserByLogin } from '../login-repository'
import type { PasswordHasher } from '../passwords/password-hasher'
import { hasKnownDevice, lockUnchangedUser, type UserRow } from '../repository'
import { useOtp } from '../second-factor/otp'
import type { Credentials } from './basic-credentials'
import { type EntryDependencies, enter, refuseNotApproved } from './enter'

/** No user has this id: an unknown login costs the same look-ups as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export interface SignInDependencies extends EntryDependencies {
  database: Database
  hasher: PasswordHasher
  rateLimits: RateLimits
  /** Whether work can be asked of browsers: on https. */
  asksProof: boolean
}

/** What comes with the credentials. */
interface Trying {
  /** As typed; undefined when none came. */
  otp: string | undefined
  caller: Caller
  attempt: Attempt
  /** Throws unless the call brings a proof of work. */
  requireWork(): Promise<void>
}

/**
 * Null for an unknown user name or address, a wrong password and a suspended user alike, after the same work.
 * Tries are slowed down as `throttle` says; those of a one-time password are counted by user, whichever login they are
 * made with, except from devices that signed in before.
 * @throws AppError SecondFactorRequired for a missing or wrong one-time password after the right password,
 * ProofRequired, AccountWaits or AccountRefused after the right password of a user who was not approved,
 * TooManyRequests, ServiceUnavailable
 */
export async function signIn(
  parts: SignInDependencies,
  credentials: Credentials,
  { otp, caller, attempt, requireWork }: Trying,
): Promise<SignedIn | null> {
  const { database, hasher, rateLimits } = parts
  const login = Login.safeParse(credentials.username).data
  if (login === undefined) return null
  const user = await findUserByLogin(database.db, login)
  if (user) attempt.userId = user.id
  const device = deviceOf(user?.username ?? login, caller)
  const isKnownDevice = await hasKnownDevice(database.db, user?.id ?? NOBODY, device)
  const knownDevice = isKnownDevice ? device : null
  const { forgive } = await throttle(parts, { login, caller, knownDevice }, requireWork)
  const isRight = await hasher.verify(user?.passwordHash ?? null, credentials.password)
  if (!user || !isRight) return null
  if (user.suspendedAt === null && user.approvedAt === null) {
    await forgive()
    refuseNotApproved(user)
  }
  const otpTries = isKnownDevice
    ? ({ scope: 'otp-device', value: device } as const)
    : ({ scope: 'otp', value: user.id } as const)
  if (otp !== undefined) refuseEarly(await rateLimits.attempt(otpTries.scope, otpTries.value, AFTER_FAILURES))
  const opened = await openSessionOf(parts, user, { device, otp, caller, attempt })
  if (opened === null) return null
  await forgive()
  if (opened === 'missing') throw new AppError('SecondFactorRequired')
  if (opened === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  if (otp !== undefined) await rateLimits.clear(otpTries.scope, otpTries.value)
  return opened
}

type Entering = Pick<Trying, 'otp' | 'caller' | 'attempt'> & { device: string }

/** Null when the password was changed or the user suspended meanwhile. */
function openSessionOf(
  parts: SignInDependencies,
  user: UserRow,
  { device, otp, caller, attempt }: Entering,
): Promise<SignedIn | 'missing' | 'wrong' | null> {
  return parts.database.transaction(async (tx) => {
    if (!(await lockUnchangedUser(tx, user.id, user.passwordHash))) return null
    const proven = await useOtp(tx, user.id, otp, parts.clock.now())
    if (proven === 'missing' || proven === 'wrong') return proven
    if (proven !== 'not-needed') attempt.factor = proven
    return enter(tx, parts, user, { method: proven === 'not-needed' ? 'password' : proven, device, caller })
  })
}
