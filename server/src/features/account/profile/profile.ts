import type { Profile, UpdateProfile } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database } from '../../../platform/db/database'
import type { SessionUser } from '../../../platform/http/session'
import { isImageOf } from '../../media'
import { presentProfile } from '../present'
import { findPermissions, findUser, isEmailTaken, updateUser } from '../repository'

/** @throws AppError NotFound */
export async function readProfile({ db }: Database, { id, admin }: SessionUser): Promise<Profile> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('NotFound')
  return presentProfile(user, await findPermissions(db, id), admin)
}

/**
 * Changes the given fields; a photo must be an image of the same user.
 * @throws AppError ValidationError for a photo of somebody else, Conflict when the mail address is taken, NotFound
 */
export async function updateProfile(
  database: Database,
  { id, admin }: SessionUser,
  changes: UpdateProfile,
): Promise<Profile> {
  if (changes.photo && !(await isImageOf(database.db, changes.photo, id)))
    throw new AppError('ValidationError', { photo: 'invalid-value' })
  const user = await database
    .transaction((tx) => updateUser(tx, id, changes))
    .catch((error) => {
      throw isEmailTaken(error) ? new AppError('Conflict', { email: 'taken' }) : error
    })
  if (!user) throw new AppError('NotFound')
  return presentProfile(user, await findPermissions(database.db, id), admin)
}
