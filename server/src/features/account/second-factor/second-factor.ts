import type { RecoveryTarget } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { relyingPartyOf } from '../../../platform/http/relying-party'
import { type OtpOutcome, recoveryCodeHash, useOtp } from './otp'
import { countRecoveryCodes, findTotp, listPasskeys, useRecoveryCode } from './repository'

/** By what passkeys are looked up: those of another host cannot be proven here and are none. */
export interface FactorSite {
  appUrl: string
  appName: string
}

type AskedFactors = Pick<RecoveryTarget, 'asksOtp' | 'asksPasskey'>

export const NO_FACTORS: AskedFactors = { asksOtp: false, asksPasskey: false }

/** What a password, a provider or a link that came by mail does not replace. One of those asked for is enough. */
export async function askedFactors(
  db: Db,
  { appUrl, appName }: FactorSite,
  userId: string,
): Promise<AskedFactors> {
  const party = relyingPartyOf(appUrl, appName)
  const passkeys = await listPasskeys(db, userId)
  const asksPasskey = party !== null && passkeys.some(({ rpId }) => rpId === party.id)
  const hasApp = Boolean((await findTotp(db, userId))?.enabledAt)
  const asksOtp = hasApp || (asksPasskey && (await countRecoveryCodes(db, userId)) > 0)
  return { asksOtp, asksPasskey }
}

/** Whether somebody has a factor besides the password: an authenticator app, or a passkey of this host. */
export async function hasSecondFactor(db: Db, site: FactorSite, userId: string): Promise<boolean> {
  const { asksOtp, asksPasskey } = await askedFactors(db, site, userId)
  return asksOtp || asksPasskey
}

/**
 * As `useOtp`, also of who has a passkey and no app: a recovery code proves them, and without one `passkey` says that
 * only the passkey does.
 */
export async function useSecondFactor(
  tx: Db,
  site: FactorSite,
  userId: string,
  otp: string | undefined,
  now: Date,
): Promise<OtpOutcome | 'passkey'> {
  const outcome = await useOtp(tx, userId, otp, now)
  if (outcome !== 'not-needed') return outcome
  const { asksOtp, asksPasskey } = await askedFactors(tx, site, userId)
  if (!asksPasskey) return 'not-needed'
  const code = (otp ?? '').replace(/\s/g, '')
  if (code === '') return asksOtp ? 'missing' : 'passkey'
  return (await useRecoveryCode(tx, userId, recoveryCodeHash(code))) ? 'recovery-code' : 'wrong'
}
