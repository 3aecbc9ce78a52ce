import type { Confirmed, ConfirmSession, SignInMethod } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { Attempt } from '../attempts/attempt-log'
import { AFTER_FAILURES } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { verifyOwnPassword } from '../passwords/own-password'
import { lockUnchangedUser } from '../repository'
import { useSecondFactor } from '../second-factor/second-factor'
import { confirmSession } from '../sessions/repository'
import { hashOf } from '../tokens'
import type { SignInDependencies } from './sign-in'

/**
 * Authenticates the holder of a session again, who may then use sensitive routes for ten minutes.
 * @throws AppError ValidationError for what is missing or wrong, Unauthorized, TooManyRequests, ServiceUnavailable
 */
export async function confirmByPassword(
  parts: Pick<SignInDependencies, 'database' | 'clock' | 'hasher' | 'rateLimits' | 'appUrl' | 'appName'>,
  userId: string,
  token: string,
  { password, otp }: ConfirmSession,
  attempt: Attempt,
): Promise<Confirmed> {
  const { database, rateLimits } = parts
  const user = await verifyOwnPassword(parts, userId, password, 'password')
  if (otp !== undefined) refuseEarly(await rateLimits.attempt('own-otp', userId, AFTER_FAILURES))
  const confirmed = await database.transaction(async (tx) => {
    if (!(await lockUnchangedUser(tx, userId, user.passwordHash))) throw new AppError('Unauthorized')
    const proven = await proveSecondFactor(tx, parts, userId, otp)
    if (proven !== 'password') attempt.factor = proven
    return confirm(tx, token, proven)
  })
  if (otp !== undefined) await rateLimits.clear('own-otp', userId)
  return confirmed
}

/**
 * What a confirmation asks of everybody who has a second factor, besides the password or the provider.
 * @throws AppError ValidationError for a code that is missing or wrong, and where only a passkey proves it
 */
export async function proveSecondFactor(
  tx: Db,
  { clock, ...site }: Pick<SignInDependencies, 'clock' | 'appUrl' | 'appName'>,
  userId: string,
  otp: string | undefined,
): Promise<'password' | 'otp' | 'recovery-code'> {
  const proven = await useSecondFactor(tx, site, userId, otp, clock.now())
  if (proven === 'passkey') throw new AppError('ValidationError', { credential: 'required' })
  if (proven === 'missing') throw new AppError('ValidationError', { otp: 'required' })
  if (proven === 'wrong') throw new AppError('ValidationError', { otp: 'wrong-otp' })
  return proven === 'not-needed' ? 'password' : proven
}

/** Records the confirmation at the session. @throws AppError Unauthorized when it has ended */
export async function confirm(tx: Db, token: string, method: SignInMethod): Promise<Confirmed> {
  const until = await confirmSession(tx, hashOf(token), method)
  if (!until) throw new AppError('Unauthorized')
  return { confirmedUntil: until.toISOString() }
}
