import type { ChangePassword } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { findUser, replacePasswordHash } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { AFTER_FAILURES, refuseEarly, type SignInDependencies } from '../sign-in/sign-in'
import { hashOf } from '../tokens'

/**
 * Sets a new password and ends every session of the user but the one that asks, together; returns how many ended.
 * @throws AppError ValidationError for a wrong current password, TooManyRequests, ServiceUnavailable
 */
export async function changePassword(
  { database, hasher, rateLimits }: Omit<SignInDependencies, 'clock'>,
  userId: string,
  token: string,
  { currentPassword, newPassword }: ChangePassword,
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
    return deleteSessionsOf(tx, userId, hashOf(token))
  })
}
