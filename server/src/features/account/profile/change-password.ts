import type { ChangePassword } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import { deleteTokensOf } from '../one-time-tokens/one-time-tokens'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { tellOfPassword } from '../recovery/recovery'
import { replacePasswordHash } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { verifyOwnPassword } from '../sign-in/own-password'
import type { SignInDependencies } from '../sign-in/sign-in'
import { hashOf } from '../tokens'

/**
 * Sets a new password and ends every session of the user but the one that asks, and every link to another password;
 * returns how many sessions ended.
 * @throws AppError ValidationError for a wrong current password and a new one that is easy to guess, TooManyRequests, ServiceUnavailable
 */
export async function changePassword(
  parts: Pick<SignInDependencies, 'database' | 'hasher' | 'rateLimits'> & { appName: string },
  userId: string,
  token: string,
  { currentPassword, newPassword }: ChangePassword,
  language: string,
): Promise<number> {
  const { database, hasher } = parts
  const user = await verifyOwnPassword(parts, userId, currentPassword, 'currentPassword')
  await refuseGuessable(newPassword, { ...user, appName: parts.appName }, 'newPassword')
  const passwordHash = await hasher.hash(newPassword)
  return database.transaction(async (tx) => {
    if (!(await replacePasswordHash(tx, userId, user.passwordHash, passwordHash)))
      throw new AppError('Conflict')
    await deleteTokensOf(tx, userId, ['recovery', 'recovery-link'])
    await tellOfPassword(tx, user, language)
    return deleteSessionsOf(tx, userId, hashOf(token))
  })
}
