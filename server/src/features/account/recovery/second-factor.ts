import type { RecoveryTarget } from '@scanleaf/shared'
import { AppError } from '../../../platform/app-error'
import type { Database, Db } from '../../../platform/db/database'
import { relyingPartyOf } from '../../../platform/http/relying-party'
import { recoveryCodeHash, useOtp } from '../factors/otp'
import { countRecoveryCodes, findTotp, listPasskeys, useRecoveryCode } from '../factors/repository'

/** What the factors of a recovery are looked up by. */
export interface RecoveryProofs {
  database: Database
  appUrl: string
  appName: string
}

type AskedFactors = Pick<RecoveryTarget, 'asksOtp' | 'asksPasskey'>

export const NO_FACTORS: AskedFactors = { asksOtp: false, asksPasskey: false }

/**
 * What a link that came by mail does not replace: whoever reads the mailbox has one factor. One of those asked for is
 * enough. Passkeys of another host cannot be proven here and are none.
 */
export async function askedFactors(
  db: Db,
  { appUrl, appName }: Pick<RecoveryProofs, 'appUrl' | 'appName'>,
  userId: string,
): Promise<AskedFactors> {
  const party = relyingPartyOf(appUrl, appName)
  const passkeys = await listPasskeys(db, userId)
  const asksPasskey = party !== null && passkeys.some(({ rpId }) => rpId === party.id)
  const hasApp = Boolean((await findTotp(db, userId))?.enabledAt)
  const asksOtp = hasApp || (asksPasskey && (await countRecoveryCodes(db, userId)) > 0)
  return { asksOtp, asksPasskey }
}

/** @param otp undefined when none came. @throws AppError SecondFactorRequired for a missing or wrong code of who has a second factor */
export async function requireCode(
  tx: Db,
  parts: Pick<RecoveryProofs, 'appUrl' | 'appName'>,
  userId: string,
  otp: string | undefined,
  now: Date,
): Promise<void> {
  const outcome = await useOtp(tx, userId, otp, now)
  const isByApp = outcome === 'otp' || outcome === 'recovery-code'
  if (isByApp) return
  if (outcome === 'wrong') throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
  const { asksOtp, asksPasskey } = await askedFactors(tx, parts, userId)
  if (!asksOtp && !asksPasskey) return
  const code = (otp ?? '').replace(/\s/g, '')
  if (code === '')
    throw new AppError('SecondFactorRequired', asksOtp ? undefined : { credential: 'required' })
  if (!(await useRecoveryCode(tx, userId, recoveryCodeHash(code))))
    throw new AppError('SecondFactorRequired', { otp: 'wrong-otp' })
}
