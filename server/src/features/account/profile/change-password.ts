import type { ChangePassword } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import { deleteTokensOf } from '../one-time-tokens/one-time-tokens'
import { type PasswordCheck, verifyOwnPassword } from '../passwords/own-password'
import { refuseGuessable } from '../passwords/refuse-guessable'
import { tellOfPassword } from '../recovery/recovery'
import { findUser, replacePasswordHash, type UserRow } from '../repository'
import { deleteSessionsOf } from '../sessions/repository'
import { hashOf } from '../tokens'

/** Without the current password. @throws AppError ValidationError for those who have one, Unauthorized */
export async function findWithoutPassword({ db }: Database, userId: string): Promise<UserRow> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('Unauthorized')
  if (user.hasPassword) throw new AppError('ValidationError', { currentPassword: 'required' })
  return user
}

/**
 * Sets a new password and ends every session of the user but the one that asks, and every link to another password;
 * returns how many sessions ended.
 * @throws AppError ValidationError for a wrong current password and a new one that is easy to guess, TooManyRequests, ServiceUnavailable
 */
export async function changePassword(
  parts: PasswordCheck & { appName: string },
  userId: string,
  token: string,
  { currentPassword, newPassword }: ChangePassword,
  language: string,
): Promise<number> {
  const { database, hasher } = parts
  const user =
    currentPassword === undefined
      ? await findWithoutPassword(database, userId)
      : await verifyOwnPassword(parts, userId, currentPassword, 'currentPassword')
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
