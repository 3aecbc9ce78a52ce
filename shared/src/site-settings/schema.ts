import * as z from 'zod'
import { REGISTRATION_MODES } from '../account/registration'
import { EmailAddress } from '../account/schema'
import { Line, RequiredLine, Text } from '../wire'
import { accentProblem } from './accent'

/** What an administrator changes while the server runs, each with the variables that fix it when one of them is set. */
export const SITE_SETTINGS = {
  appName: ['APP_NAME'],
  accent: ['ACCENT_COLOR'],
  logo: [],
  registration: ['PUBLIC_DEMO', 'REGISTRATION', 'IDENTITY_URL'],
  mail: ['PUBLIC_DEMO', 'SMTP_URL', 'MAIL_FROM', 'IDENTITY_URL'],
  supportContact: ['SUPPORT_CONTACT'],
} as const satisfies Record<string, readonly string[]>

export type SiteSettingName = keyof typeof SITE_SETTINGS

export const SMTP_SECURITIES = ['tls', 'starttls', 'private'] as const
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

const AppName = RequiredLine.max(40, { error: 'too-long' })
const Accent = Line.toLowerCase().superRefine((accent, context) => {
  const problem = accentProblem(accent)
  if (problem !== null) context.addIssue({ code: 'custom', message: problem })
})
/** As SUPPORT_CONTACT: an email address, or an `https` or `tel` URL. */
const SupportContact = Line.max(300, { error: 'too-long' })
  .transform((contact) => (/^[^\s:/]+@[^\s:/]+$/.test(contact) ? `mailto:${contact}` : contact))
  .pipe(z.url({ protocol: /^(mailto|https|tel)$/, error: 'invalid-contact' }))

/** PATCH admin/site-settings: the settings that are named; null takes the default again. */
export const UpdateSiteSettings = z.strictObject({
  appName: AppName.nullable().optional(),
  accent: Accent.nullable().optional(),
  registration: z.enum(REGISTRATION_MODES, { error: 'invalid-choice' }).nullable().optional(),
  supportContact: SupportContact.nullable().optional(),
})
export type UpdateSiteSettings = z.output<typeof UpdateSiteSettings>

/** A name or an address, as in a URL; letters of other scripts become Punycode. */
const SmtpHost = RequiredLine.max(253, { error: 'too-long' }).transform((host, context) => {
  const asUrl = /^[^\s/@?#:\\]+$/.test(host) ? host : `[${host}]`
  const parsed = URL.parse(`http://${asUrl}`)
  if (parsed && parsed.hostname !== '' && parsed.host === parsed.hostname)
    return parsed.hostname.replace(/^\[|\]$/g, '')
  context.addIssue({ code: 'custom', message: 'invalid-host' })
  return z.NEVER
})

/** PUT admin/site-settings/mail. */
export const SetSiteMail = z.strictObject({
  host: SmtpHost,
  port: z
    .number({ error: 'invalid-value' })
    .int({ error: 'invalid-value' })
    .min(1, { error: 'too-small' })
    .max(65_535, { error: 'too-large' }),
  security: z.enum(SMTP_SECURITIES, { error: 'invalid-choice' }),
  /** Empty: the server requires no login. */
  user: Text.max(200, { error: 'too-long' }),
  /** Left out: the stored one stays, for the same server and user. */
  password: Text.max(1000, { error: 'too-long' }).optional(),
  /** Name of the sender; empty for none. */
  fromName: Line.max(100, { error: 'too-long' }),
  fromAddress: EmailAddress,
})
export type SetSiteMail = z.output<typeof SetSiteMail>

/** The mail server as it is shown: its password never is. */
export const SiteMail = z.object({
  host: z.string(),
  port: z.number().int(),
  security: z.enum(['none', ...SMTP_SECURITIES]),
  user: z.string(),
  hasPassword: z.boolean(),
  fromName: z.string(),
  fromAddress: z.string(),
})
export type SiteMail = z.infer<typeof SiteMail>

const setting = <T extends z.ZodType>(value: T) =>
  z.object({
    value,
    /** The variable of the server that it is set by, and only changed there; null where it is changed here. */
    fixedBy: z.string().nullable(),
    /** It is the default, or what the server was started with. */
    isDefault: z.boolean(),
  })

/** GET admin/site-settings. */
export const SiteSettings = z.object({
  appName: setting(z.string()),
  /** `#rrggbb`; null for the product’s own. */
  accent: setting(z.string().nullable()),
  /** Address of the picture; null for the product’s own. */
  logo: setting(z.string().nullable()),
  registration: setting(z.enum(REGISTRATION_MODES)),
  mail: setting(SiteMail.nullable()),
  /** `mailto:`, `https:` or `tel:`; empty for none. */
  supportContact: setting(z.string()),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** POST admin/site-settings/test-mail: sent to the caller's address; else the error of the mail server. */
export const TestMail = z.object({ address: z.string(), isSent: z.boolean(), error: z.string() })
export type TestMail = z.infer<typeof TestMail>
