import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { AFTER_FAILURES } from '../attempts/throttle'
import { refuseEarly } from '../limit-by-address'
import { findUser, type UserRow } from '../repository'
import type { PasswordHasher } from './password-hasher'

/** Dependencies of a check of one's own password. */
export interface PasswordCheck {
  database: Database
  hasher: PasswordHasher
  rateLimits: RateLimits
}

/**
 * Whether a password is that of the signed-in user. The attempts of one user count together, whichever call they
 * are made by, so that a stolen session cannot be used to guess the password.
 * @param field named in the error
 * @throws AppError ValidationError for a wrong password, Unauthorized, TooManyRequests, ServiceUnavailable
 */
export async function verifyOwnPassword(
  { database, hasher, rateLimits }: PasswordCheck,
  userId: string,
  password: string,
  field: string,
): Promise<UserRow> {
  const user = await findUser(database.db, userId)
  if (!user) throw new AppError('Unauthorized')
  refuseEarly(await rateLimits.attempt('own-password', userId, AFTER_FAILURES))
  if (!(await hasher.verify(user.passwordHash, password)))
    throw new AppError('ValidationError', { [field]: 'wrong-password' })
  await rateLimits.clear('own-password', userId)
  return user
}
