import { z } from 'zod'
import { Line, Text } from '../wire'

/** What a session was opened with, or confirmed with since: all but a password alone are two factors. */
export const SIGN_IN_METHODS = ['password', 'otp', 'recovery-code', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** A code of the authenticator app or a recovery code, as people type them. */
export const OneTimePassword = Line.max(64, { error: 'too-long' })

/** POST identity/sessions/current/confirm: the password, with `otp` where an authenticator app is set up. */
export const ConfirmSession = z.object({
  password: Text.max(1024, { error: 'too-long' }),
  otp: OneTimePassword.optional(),
})
export type ConfirmSession = z.infer<typeof ConfirmSession>

/** Until when what is sensitive may be done without another confirmation. */
export const Confirmed = z.object({ confirmedUntil: z.iso.datetime() })
export type Confirmed = z.infer<typeof Confirmed>

/** A passkey as its owner sees it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
  /** Whether the maker synchronises it between devices. */
  isSynced: z.boolean(),
  /** False for one that was made for another address of this installation. */
  isUsable: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** GET identity/factors: what proves who the caller is besides the password. */
export const Factors = z.object({
  /** Since when the authenticator app is on; null while it is off. */
  totpEnabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  passkeys: z.array(Passkey),
  /** Whether passkeys can be made here: they need https. */
  hasPasskeys: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

/** POST identity/factors/totp: what goes into the authenticator app. */
export const TotpSetup = z.object({
  /** 160 bits in base32. */
  secret: z.string(),
  /** For a QR code. */
  uri: z.string(),
})
export type TotpSetup = z.infer<typeof TotpSetup>

/** PUT identity/factors/totp: a code that proves that the app has the secret. */
export const EnableTotp = z.object({ otp: OneTimePassword })

/** Shown this once: only their hashes are kept. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>
