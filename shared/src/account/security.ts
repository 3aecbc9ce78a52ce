import * as z from 'zod'
import { Line, RequiredLine, Text } from '../wire'

/**
 * How a session was authenticated, at sign-in or since: all but `password` are two factors. A provider of single sign-on
 * replaces the password.
 */
export const SIGN_IN_METHODS = ['password', 'otp', 'recovery-code', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Changes of somebody's factors, as named in the email about each. */
export const FACTOR_CHANGES = [
  'totp-on',
  'totp-off',
  'recovery-codes',
  'passkey-added',
  'passkey-removed',
  'identity-connected',
  'identity-disconnected',
] as const
export type FactorChange = (typeof FACTOR_CHANGES)[number]

/** A code of the authenticator app or a recovery code, as people type them. */
export const OneTimePassword = Line.max(64, { error: 'too-long' })

/** POST identity/sessions/current/confirm: the password, with `otp` where an authenticator app is set up. */
export const ConfirmSession = z.object({
  password: Text.max(1024, { error: 'too-long' }),
  otp: OneTimePassword.optional(),
})
export type ConfirmSession = z.infer<typeof ConfirmSession>

/** Until when sensitive actions need no new confirmation. */
export const Confirmed = z.object({ confirmedUntil: z.iso.datetime() })
export type Confirmed = z.infer<typeof Confirmed>

/** By which its owner knows a passkey. */
export const PasskeyName = RequiredLine.max(60, { error: 'too-long' })

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

/** GET identity/factors: the caller's factors besides the password. */
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

/** PUT identity/factors/totp: a code that shows that the app has the secret. */
export const EnableTotp = z.object({ otp: OneTimePassword })

/** Shown only once: their hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Binary, as browsers write it in JSON (W3C Web Authentication Level 3 §5.1.8): base64url without padding. */
const Base64Url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]*$/, { error: 'invalid-value' })
/** Id of a discoverable passkey: up to 64 bytes in practice. It is part of URLs. */
export const CredentialId = Base64Url(300).min(1)
const ClientData = Base64Url(4000)

/** The browser's response to the options of a sign-in: AuthenticationResponseJSON. */
export const PasskeyAssertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: Base64Url(4000),
    signature: Base64Url(8000),
    userHandle: Base64Url(100).optional(),
  }),
  clientExtensionResults: z.object({}).default({}),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

/** Of a new passkey: RegistrationResponseJSON. Its attestation is not asked for, so it is short. */
export const NewPasskey = z.object({
  name: PasskeyName,
  credential: z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: ClientData,
      attestationObject: Base64Url(20_000),
      transports: z.array(Text.max(32)).max(10).default([]),
    }),
    clientExtensionResults: z.object({}).default({}),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const RenamePasskey = z.object({ name: PasskeyName })
export const UsePasskey = z.object({ credential: PasskeyAssertion })

/** What `navigator.credentials` is given, as the library of the browser takes it. */
export const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) })

/** How many passkeys one account can have. */
export const MAX_PASSKEYS = 20
