import { AppError } from '../../../platform/app-error'
import type { Db } from '../../../platform/db/database'
import { queueMail } from '../../../platform/mail'
import { findTotp, listPasskeys, replaceRecoveryCodes } from '../factors/repository'
import { lockUser, type UserRow } from '../repository'
import { forgetSecondFactor } from '../sessions/repository'
import type { SignInDependencies } from '../sign-in/sign-in'
import { newToken } from '../tokens'

/** Dependencies of a change of one's own factors, and the session that makes it. */
export interface ChangingFactors
  extends Pick<SignInDependencies, 'database' | 'clock' | 'rateLimits' | 'adminsNeedFactor'> {
  appName: string
  /** Passkeys are made for its host. */
  appUrl: string
  userId: string
  token: string
}

/** Holds the user's row until the transaction ends: factors change one after another. @throws AppError Unauthorized */
export async function holdOwner(tx: Db, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId)
  if (!user) throw new AppError('Unauthorized')
  return user
}

/** A change of somebody's factors, as named in the email about it. */
export type FactorChange = 'totp-on' | 'totp-off' | 'recovery-codes' | 'passkey-added' | 'passkey-removed'

export const tellOfFactor = (tx: Db, user: UserRow, change: FactorChange): Promise<void> =>
  queueMail(tx, {
    kind: 'factor-changed',
    dedupeKey: `factor-changed:${newToken()}`,
    userId: user.id,
    address: null,
    language: user.language,
    values: { change },
  })

/** Whether somebody has a factor besides the password. @param rpId host that passkeys must belong to */
export async function hasSecondFactor(db: Db, userId: string, rpId: string): Promise<boolean> {
  if ((await findTotp(db, userId))?.enabledAt) return true
  return (await listPasskeys(db, userId)).some((passkey) => passkey.rpId === rpId)
}

/**
 * After a factor was removed, in the same transaction: when it was the last, no session of the user counts as
 * two-factor any more, and recovery codes have nothing to replace.
 * @throws AppError LastFactor for an administrator who must have one
 */
export async function refuseLastFactor(
  tx: Db,
  { appUrl, adminsNeedFactor }: Pick<ChangingFactors, 'appUrl' | 'adminsNeedFactor'>,
  user: UserRow,
): Promise<void> {
  if (await hasSecondFactor(tx, user.id, new URL(appUrl).hostname)) return
  if (adminsNeedFactor && user.role === 'admin') throw new AppError('LastFactor')
  await replaceRecoveryCodes(tx, user.id, [])
  await forgetSecondFactor(tx, user.id)
}
