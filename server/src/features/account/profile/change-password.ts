import type { ChangePassword } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { replacePasswordHash } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { verifyOwnPassword } from '../sign-in/own-password'
import type { SigningIn } from '../sign-in/sign-in'
import { hashOf } from '../tokens'

/**
 * Sets a new password and ends every session of the user but the one that asks, together; returns how many ended.
 * @throws AppError ValidationError for a wrong current password, TooManyRequests, ServiceUnavailable
 */
export async function changePassword(
  parts: Pick<SigningIn, 'database' | 'hasher' | 'rateLimits'>,
  userId: string,
  token: string,
  { currentPassword, newPassword }: ChangePassword,
): Promise<number> {
  const { database, hasher } = parts
  const user = await verifyOwnPassword(parts, userId, currentPassword, 'currentPassword')
  const passwordHash = await hasher.hash(newPassword)
  return database.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, userId, user.passwordHash, passwordHash)))
      throw new AppError('Conflict')
    return deleteSessionsOf(tx, userId, hashOf(token))
  })
}
