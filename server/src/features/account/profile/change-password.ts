import type { ChangePassword } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { refuseEarly } from '../limit-by-address'
import { deleteTokensOf } from '../one-time-tokens/one-time-tokens'
import { tellOfPassword } from '../recovery/recovery'
import { findUser, replacePasswordHash } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { AFTER_FAILURES, type SigningIn } from '../sign-in/sign-in'
import { hashOf } from '../tokens'

/**
 * Sets a new password and ends every session of the user but the one that asks, and every link to another password;
 * returns how many sessions ended.
 * @throws AppError ValidationError for a wrong current password, TooManyRequests, ServiceUnavailable
 */
export async function changePassword(
  { database, hasher, rateLimits }: Omit<SigningIn, 'clock'>,
  userId: string,
  token: string,
  { currentPassword, newPassword }: ChangePassword,
  language: string,
): Promise<number> {
  const user = await findUser(database.db, userId)
  if (!user) throw new AppError('Unauthorized')
  refuseEarly(await rateLimits.attempt('change-password', userId, AFTER_FAILURES))
  const isRight = await hasher.verify(user.passwordHash, currentPassword)
  if (!isRight) throw new AppError('ValidationError', { currentPassword: 'wrong-password' })
  await rateLimits.clear('change-password', userId)
  const passwordHash = await hasher.hash(newPassword)
  return database.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, userId, user.passwordHash, passwordHash)))
      throw new AppError('Conflict')
    await deleteTokensOf(tx, userId, ['recovery', 'recovery-link'])
    await tellOfPassword(tx, user, language)
    return deleteSessionsOf(tx, userId, hashOf(token))
  })
}
