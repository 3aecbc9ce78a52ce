import type { Profile, UpdateProfile } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import type { Database } from '../../platform/db/database'
import { isImageOf } from '../media'
import { presentProfile } from './present'
import { findPermissions, findUser, updateUser } from './repository'

/** @throws AppError NotFound */
export async function readProfile({ db }: Database, userId: string): Promise<Profile> {
  const user = await findUser(db, userId)
  if (!user) throw new AppError('NotFound')
  return presentProfile(user, await findPermissions(db, userId))
}

/**
 * Changes the given fields; a photo must be an image of the same user.
 * @throws AppError ValidationError for a photo of somebody else, Conflict when the mail address is taken, NotFound
 */
export async function updateProfile(
  { db }: Database,
  userId: string,
  changes: UpdateProfile,
): Promise<Profile> {
  if (changes.photo && !(await isImageOf(db, changes.photo, userId)))
    throw new AppError('ValidationError', { photo: 'invalid-value' })
  const user = await updateUser(db, userId, changes)
  if (user === 'email-taken') throw new AppError('Conflict', { email: 'taken' })
  if (!user) throw new AppError('NotFound')
  return presentProfile(user, await findPermissions(db, userId))
}
