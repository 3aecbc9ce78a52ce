import { type RegistrationMode, SITE_SETTINGS, type SiteSettingName } from '@scanleaf/shared'
import type { MailConfig } from './mail-config'

/** The host's logo, encoded again. */
export interface SiteLogo {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
  /** Changes with the picture. */
  version: string
}

/** What changes while the server runs (../site-settings): read where it is used, never kept. */
export interface LiveSettings {
  /** Product name shown to people. */
  appName: string
  /** `#rrggbb`; null: the product's own. */
  accent: string | null
  /** Null: the product's own. */
  logo: SiteLogo | null
  /** Who can create an account. */
  registration: RegistrationMode
  /** Null: no e-mail is sent. */
  mail: MailConfig | null
  /** Address of whom people ask for help; null: nobody. */
  supportContact: string | null
}

/** What the environment says of them. */
export interface GivenSettings {
  values: LiveSettings
  /** The variable that sets it; one that is not here may be changed. */
  fixedBy: Partial<Record<SiteSettingName, string>>
}

/** By the first variable of each that is set. */
export function givenSettings(
  values: LiveSettings,
  env: Readonly<Record<string, string | undefined>>,
): GivenSettings {
  const set = Object.entries(SITE_SETTINGS).map(([name, variables]) => [
    name,
    variables.find((variable) => env[variable] !== undefined),
  ])
  return { values, fixedBy: Object.fromEntries(set.filter(([, variable]) => variable !== undefined)) }
}
