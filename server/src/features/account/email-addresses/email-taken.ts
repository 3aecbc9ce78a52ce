import { AppError } from '../../../platform/app-error'
import { violatedConstraint } from '../../../platform/db/query-error'

/** @throws AppError Conflict when a change of a user failed because somebody else holds the address */
export const orEmailTaken = <T>(change: Promise<T>): Promise<T> =>
  change.catch((error) => {
    throw violatedConstraint(error) === 'users_email_key'
      ? new AppError('Conflict', { email: 'taken' })
      : error
  })
