import { randomBytes } from 'node:crypto'
import { OneTimePassword } from '@scanleaf/shared'
import type { Db } from '../../../platform/db/database'
import { hashOf } from '../tokens'
import { findTotp, useRecoveryCode, useStep } from './repository'
import { base32, stepOfCode } from './totp'

export const RECOVERY_CODES = 10
/** 120 bits: with this much entropy a plain hash cannot be brute-forced (OWASP ASVS 5.0, 6.5.2 asks for 112). */
const RECOVERY_CODE_BYTES = 15

/** Ten codes as people copy them, in groups of four. @example 'k3tq-8m2w-…' of 24 characters in six groups */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = base32(randomBytes(RECOVERY_CODE_BYTES)).toLowerCase()
    return (code.match(/.{4}/g) ?? []).join('-')
  })

export const recoveryCodeHash = (code: string): string => hashOf(code.toLowerCase().replaceAll('-', ''))

export type OtpOutcome = 'not-needed' | 'missing' | 'wrong' | 'otp' | 'recovery-code'

/**
 * The factor that a code proves for a user whose row the transaction locks. It counts once: a code of the app advances
 * the last step, a recovery code is deleted.
 * @param otp as typed; undefined when none was sent
 */
export async function useOtp(
  tx: Db,
  userId: string,
  otp: string | undefined,
  now: Date,
): Promise<OtpOutcome> {
  const app = await findTotp(tx, userId)
  if (!app?.enabledAt) return 'not-needed'
  const code = OneTimePassword.safeParse(otp).data?.replace(/[\s-]/g, '') ?? ''
  if (code === '') return otp === undefined || otp.trim() === '' ? 'missing' : 'wrong'
  const step = stepOfCode(app.secret, code, now)
  if (step !== null) return (await useStep(tx, userId, step)) ? 'otp' : 'wrong'
  return (await useRecoveryCode(tx, userId, recoveryCodeHash(code))) ? 'recovery-code' : 'wrong'
}
