import * as z from 'zod'
import { RequiredLine, Text } from '../wire'
import { EmailAddress, Password } from './schema'
import { OneTimePassword, PasskeyAssertion } from './security'

/** A user name or an e-mail address. No colon: it ends the name in Basic credentials (RFC 7617 §2). */
export const Login = RequiredLine.max(254, { error: 'too-long' }).regex(/^[^\s:\p{Cc}\p{Cf}]+$/u, {
  error: 'invalid-value',
})

/** POST identity/recovery. */
export const RequestRecovery = z.object({ login: Login })
export type RequestRecovery = z.infer<typeof RequestRecovery>

/** The token of a link that counts once. */
export const LinkToken = z.object({ token: Text.max(128) })
export type LinkToken = z.infer<typeof LinkToken>

/** Whose password a link sets. */
export const RecoveryTarget = z.object({
  username: z.string(),
  email: z.string(),
  /** A code of the authenticator app, or a recovery code, proves the second factor. */
  asksOtp: z.boolean(),
  /** A passkey proves it; where a code does too, one of them is enough. */
  asksPasskey: z.boolean(),
  /** The link is the first proof that the address is its reader's: whatever opened the account before goes. */
  isFirstProof: z.boolean(),
})
export type RecoveryTarget = z.infer<typeof RecoveryTarget>

/** POST identity/recovery/set. One of `otp` and `credential` is required when the account has a second factor. */
export const SetRecoveredPassword = LinkToken.extend({
  newPassword: Password,
  otp: OneTimePassword.optional(),
  credential: PasskeyAssertion.optional(),
})
export type SetRecoveredPassword = z.infer<typeof SetRecoveredPassword>

/** Whose password was set, and how many sessions ended. */
export const RecoveredAccount = z.object({ username: z.string(), ended: z.number().int() })

/** POST identity/users/{id}/recovery-link. */
export const MakeRecoveryLink = z.object({
  /** How the operator knows that it is this person. */
  reason: RequiredLine.max(300, { error: 'too-long' }),
  /** The person has lost the second factor: setting the password removes it. */
  waiveSecondFactor: z.boolean().default(false),
})
export type MakeRecoveryLink = z.input<typeof MakeRecoveryLink>

/** Shown this once. */
export const RecoveryLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })
export type RecoveryLink = z.infer<typeof RecoveryLink>

/** POST identity/email/confirm. The password may be left out with a session of the account. */
export const ConfirmEmail = LinkToken.extend({ password: Text.max(1024, { error: 'too-long' }).optional() })
export type ConfirmEmail = z.infer<typeof ConfirmEmail>

/** The address that a link has verified. */
export const ConfirmedEmail = z.object({ email: EmailAddress })

/** The address is the one before the change; the token sets a new password, as the author of the change knew the old one. */
export const UndoneChange = z.object({ email: z.string(), recoveryToken: z.string() })

/** A link is on its way, if there is somebody to send it to. */
export const LinkSent = z.object({ sent: z.literal(true) })
