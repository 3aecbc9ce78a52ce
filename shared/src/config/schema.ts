import * as z from 'zod'
import { REGISTRATION_MODES } from '../account/registration'
import { SignInProvider } from '../account/single-sign-on'
import { QrSettings } from '../generator/settings'
import { LANGUAGE_CODES } from '../languages'
import { TRIAL_REASONS } from './trial'

/** By the name of the CSS property, without `--`. */
const Colors = z.record(z.string(), z.string())

/** Public configuration of this installation for the browser (GET /config, open). */
export const PublicConfig = z.object({
  appName: z.string(),
  /** Colours that the host has chosen an accent for; null: the product’s own. */
  accent: z.object({ light: Colors, dark: Colors }).nullable(),
  /** Address of the host’s own logo; empty: the product’s. */
  logo: z.string(),
  /** Origin of the application, no trailing slash. */
  appUrl: z.string(),
  /** Base address of the redirects, path allowed, no trailing slash. */
  codeHost: z.string(),
  /** Why codes that hold `codeHost` are only good for a trial; null when they can be printed. */
  trial: z.enum(TRIAL_REASONS).nullable(),
  /** Base address of the pages of PDF codes, no trailing slash. */
  pdfHost: z.string(),
  /** Origin of the account service; the application's own when it is embedded. */
  accountUrl: z.string(),
  hasEmbeddedAccount: z.boolean(),
  /** The API reference is at /docs. */
  hasApiDocs: z.boolean(),
  /** False where no address that people type is called (OUTSIDE_CALLS). */
  callsOutside: z.boolean(),
  /** Everybody shares the account of DEMO_CREDENTIALS, which each night begins anew. */
  isPublicDemo: z.boolean(),
  /** How accounts are made here; `open` where an outside account service decides. */
  registration: z.enum(REGISTRATION_MODES),
  /** False where browsers offer no passkeys: without https, and at a bare address. */
  hasPasskeys: z.boolean(),
  /** Providers of OpenID Connect that open an account here, in the order of their buttons. */
  signInProviders: z.array(SignInProvider),
  /** Origins that the account pages may hand a session to, the application's own first. */
  returnOrigins: z.array(z.string()),
  /** Those of `returnOrigins` that get a code for a session, not the session. */
  handoverCodeOrigins: z.array(z.string()),
  /** Hosts that addresses may name although nobody else can open them. */
  addressRules: z.object({ privateHosts: z.boolean(), ownHosts: z.array(z.string()).readonly() }),
  languageDetection: z.enum(['browser', 'geo']),
  languages: z.array(z.enum(LANGUAGE_CODES)),
  /** False where no email can be sent: nothing is confirmed or recovered by email. */
  sendsMail: z.boolean(),
  /** Address of whom people ask for help (`mailto:`, `https:` or `tel:`); empty: nobody. */
  supportContact: z.string(),
  /** False for a host who sells nothing: no payment area, no quotas. */
  billing: z.boolean(),
  /** Ready designs, in the order of the dialog. */
  qrPresets: z.array(z.object({ id: z.string(), settings: QrSettings })),
  links: z.object({
    privacy: z.string(),
    terms: z.string(),
    businessCard: z.string(),
    event: z.string(),
    asset: z.string(),
    menu: z.string(),
  }),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** GET /geo/country: ISO 3166-1 alpha-2 of the caller's address, or null when it is unknown or private. */
export const CallerCountry = z.object({ country: z.string().length(2).nullable() })
export type CallerCountry = z.infer<typeof CallerCountry>
