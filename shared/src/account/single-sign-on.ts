import * as z from 'zod'
import { SignedIn } from './schema'
import { OneTimePassword } from './security'

/** A provider of OpenID Connect, as screens offer it. */
export const SignInProvider = z.object({
  name: z.string(),
  /** As people know it: "Google". */
  label: z.string(),
  /** Whose sign stands on the button. */
  icon: z.enum(['google', 'other']),
})
export type SignInProvider = z.infer<typeof SignInProvider>

/** SHA-256 of the verifier that the tab keeps, base64url. */
const VerifierHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid-value' })
/** 256 random bits or a hash of as many, base64url. */
const Secret = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, { error: 'invalid-value' })

/** POST identity/oidc/{name}/start, identity/identities/{name}/start and …/confirm/oidc/{name}/start. */
export const StartSingleSignOn = z.object({ verifierHash: VerifierHash })

/** Where the browser goes next. */
export const StartedSingleSignOn = z.object({ url: z.string() })

/** POST identity/oidc/exchange, identity/identities: the code of the address of /auth, and what the tab kept. */
export const ProvenSingleSignOn = z.object({ code: Secret, verifier: Secret })
export type ProvenSingleSignOn = z.infer<typeof ProvenSingleSignOn>

/** POST identity/sessions/current/confirm/oidc; `otp` where an authenticator app is set up. */
export const ConfirmSingleSignOn = ProvenSingleSignOn.extend({ otp: OneTimePassword.optional() })

/** A session; or none, when an account with that address has to sign in once, so that the same code connects it. */
export const ExchangedSingleSignOn = z.object({
  session: SignedIn.nullable(),
  /** The address that has an account; empty with a session. */
  email: z.string(),
})
export type ExchangedSingleSignOn = z.infer<typeof ExchangedSingleSignOn>

/** What may have gone wrong on the way through a provider, as the address of /auth says it. */
export const SINGLE_SIGN_ON_FAILURES = [
  'cancelled',
  'unavailable',
  'misconfigured',
  'clock',
  'refused',
  'expired',
] as const
export type SingleSignOnFailure = (typeof SINGLE_SIGN_ON_FAILURES)[number]

/** An account at a provider that opens this account. */
export const Identity = z.object({
  provider: z.string(),
  /** Address of the account there when it was connected; empty when the provider did not say it. */
  email: z.string(),
  connectedAt: z.iso.datetime(),
  usedAt: z.iso.datetime().nullable(),
})
export type Identity = z.infer<typeof Identity>

/** GET identity/identities. */
export const Identities = z.object({
  identities: z.array(Identity),
  /** False for somebody who came by a provider and has set none. */
  hasPassword: z.boolean(),
})
export type Identities = z.infer<typeof Identities>
