import type { FactorChange } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Clock } from '../../../platform/clock'
import type { Database, Db } from '../../../platform/db/database'
import type { RateLimits } from '../../../platform/http/rate-limit'
import { queueMail } from '../../../platform/mail'
import { holdsItsAddress, lockUser, type UserRow } from '../repository'
import { findConfirmedSession, forgetConfirmations, forgetSecondFactor } from '../sessions/repository'
import { hashOf, newToken } from '../tokens'
import { replaceRecoveryCodes } from './repository'
import { type FactorSite, hasSecondFactor } from './second-factor'

/** Dependencies of a change of one's own factors, and the session that makes it. */
export interface ChangingFactors extends FactorSite {
  database: Database
  clock: Clock
  rateLimits: RateLimits
  /** ADMIN_SECOND_FACTOR is `required`. */
  adminsNeedFactor: boolean
  userId: string
  token: string
}

/** Who changes their factors, and from where. */
export interface Changer extends UserRow {
  label: string
  country: string
  /** When the change happens, by the clock that factors are dated by. */
  changedAt: Date
}

/**
 * Locks the user's row until the transaction ends, so that factors change one after another, and a confirmation made
 * before a factor was added allows nothing after it.
 * @throws AppError Unauthorized, ConfirmationRequired
 */
export async function lockConfirmed(
  tx: Db,
  { userId, token }: Pick<ChangingFactors, 'userId' | 'token'>,
): Promise<Changer> {
  const user = await lockUser(tx, userId)
  if (!user) throw new AppError('Unauthorized')
  const session = await findConfirmedSession(tx, hashOf(token))
  if (!session) throw new AppError('ConfirmationRequired')
  return { ...user, ...session }
}

/** What the mail can take back; a removal needed the factor itself. */
const ADDITIONS: readonly FactorChange[] = [
  'totp-on',
  'recovery-codes',
  'passkey-added',
  'identity-connected',
]

/**
 * The address can undo an addition, if it was verified: an unverified one may be a stranger's.
 * @param name of a passkey, or label of a provider; empty for another factor
 */
export const tellOfFactor = (tx: Db, user: Changer, change: FactorChange, name = ''): Promise<void> =>
  queueMail(tx, {
    kind: 'factor-changed',
    dedupeKey: `factor-changed:${newToken()}`,
    userId: user.id,
    // The undo belongs to whoever reads this mailbox now, wherever the account's mail goes later.
    address: user.email,
    language: user.language,
    values: {
      change,
      name,
      label: user.label,
      country: user.country,
      canUndo: ADDITIONS.includes(change) && holdsItsAddress(user) ? 1 : 0,
      changedAt: user.changedAt.toISOString(),
      wasVerified: user.emailVerifiedAt === null ? 0 : 1,
    },
  })

/**
 * Before a factor is added, in the same transaction: what was confirmed without a second factor allows nothing once there
 * is one.
 */
export async function endWeakConfirmations(
  tx: Db,
  site: Pick<ChangingFactors, 'appUrl' | 'appName'>,
  userId: string,
): Promise<void> {
  if (!(await hasSecondFactor(tx, site, userId))) await forgetConfirmations(tx, userId)
}

/**
 * After a factor was removed, in the same transaction: when it was the last, no session of the user counts as
 * two-factor any more, and recovery codes have nothing to replace.
 * @throws AppError LastFactor for an administrator who must have one
 */
export async function refuseLastFactor(
  tx: Db,
  changing: Pick<ChangingFactors, 'appUrl' | 'appName' | 'adminsNeedFactor'>,
  user: UserRow,
): Promise<void> {
  if (await hasSecondFactor(tx, changing, user.id)) return
  if (changing.adminsNeedFactor && user.role === 'admin') throw new AppError('LastFactor')
  await replaceRecoveryCodes(tx, user.id, [])
  await forgetSecondFactor(tx, user.id)
}
