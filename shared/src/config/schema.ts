import { z } from 'zod'
import { LANGUAGE_CODES } from '../languages'

/** What the browser needs to know of this installation (GET /config, open). */
export const PublicConfig = z.object({
  appName: z.string(),
  /** Origin of the application, no trailing slash. */
  appUrl: z.string(),
  /** Base address of the redirects, path allowed, no trailing slash. */
  codeHost: z.string(),
  /** Origin of the account service; the application's own when it is embedded. */
  accountUrl: z.string(),
  hasEmbeddedAccount: z.boolean(),
  /** Origins that the account pages may hand a session to, the application's own first. */
  returnOrigins: z.array(z.string()),
  languageDetection: z.enum(['browser', 'geo']),
  languages: z.array(z.enum(LANGUAGE_CODES)),
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
