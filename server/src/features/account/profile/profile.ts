import { identityKey, type Profile, type UpdateProfile } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import type { SessionUser } from '../../../platform/http/session'
import { isImageOf } from '../../media'
import { orEmailTaken } from '../email-addresses/email-taken'
import { type Mailing, mayMailTo, requestEmailChange } from '../email-addresses/verification'
import { refuseEarly } from '../limit-by-address'
import { presentProfile } from '../present'
import { findUserWithPermissions, type UserRow, updateUser } from '../repository'

/** @throws AppError NotFound */
export async function readProfile(
  { database: { db }, sendsMail }: Pick<Mailing, 'database' | 'sendsMail'>,
  { id, admin: isAdmin }: SessionUser,
): Promise<Profile> {
  const found = await findUserWithPermissions(db, id)
  if (!found) throw new AppError('NotFound')
  const { user, permissions, sharesWorkspaces } = found
  return presentProfile(user, permissions, { sendsMail, isAdmin, sharesWorkspaces })
}

/**
 * Changes the given fields; a photo must be an image of the same user. Where mail is sent, another address is pending
 * until it is verified, and the response is the same for one that somebody else has.
 * @param language of the link, unless the user's own is known
 * @throws AppError ValidationError for a photo of somebody else, Conflict when the mail address is taken, NotFound,
 * TooManyRequests after several links to one address
 */
export async function updateProfile(
  mailing: Mailing,
  own: SessionUser,
  changes: UpdateProfile,
  language: string,
): Promise<Profile> {
  const { database, sendsMail } = mailing
  if (changes.photo && !(await isImageOf(database.db, changes.photo, own.id)))
    throw new AppError('ValidationError', { photo: 'invalid-value' })
  const newEmail = sendsMail && isOtherAddress(changes.email, own.email) ? changes.email : undefined
  if (newEmail !== undefined) refuseEarly(await mayMailTo(mailing, newEmail))
  const update = async (tx: Db): Promise<UserRow | null> => {
    const user = await updateUser(
      tx,
      own.id,
      newEmail === undefined ? changes : { ...changes, email: undefined },
    )
    if (!user || newEmail === undefined) return user
    return requestEmailChange(tx, user, newEmail, language)
  }
  const user = await orEmailTaken(database.transaction(update))
  if (!user) throw new AppError('NotFound')
  return readProfile(mailing, own)
}

/** Whether a change names another address than the present one. */
export const isOtherAddress = (email: string | undefined, present: string): email is string =>
  email !== undefined && identityKey(email) !== identityKey(present)
