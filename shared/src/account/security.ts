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
