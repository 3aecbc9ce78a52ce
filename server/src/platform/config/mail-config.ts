import { EmailAddress } from '@scanleaf/shared'
import * as z from 'zod'
import { securityContact } from './variable-types'

/** The SMTP server and the sender of outgoing email. */
export interface MailConfig {
  host: string
  port: number
  /**
   * TLS from the first byte (RFC 8314 §3.3), an upgrade by STARTTLS that must succeed, none on the loopback interface, or
   * none to a host whose addresses are all private.
   */
  security: 'tls' | 'starttls' | 'none' | 'private'
  /** Null: the server asks for none. */
  login: { user: string; password: string } | null
  from: { name: string; address: string }
}

const MAX_NAME_LENGTH = 100
const PORTS = { 'smtp:': 587, 'smtps:': 465 }
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** `address`, or `Name <address>`. */
const MailFrom = z.string().transform((text, context) => {
  const [, name = '', inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text.trim()) ?? []
  const address = EmailAddress.safeParse(inBrackets ?? text).data
  if (address === undefined || name.length > MAX_NAME_LENGTH) {
    context.addIssue('must be an address, such as no-reply@example.com, or Name <no-reply@example.com>')
    return z.NEVER
  }
  return { name: name.trim(), address }
})

const SmtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be smtps://user:password@host or smtp://user:password@host' })
  .transform((url, context) => {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url)
    if (!/^\/?$/.test(pathname) || search !== '' || hash !== '' || hostname === '') {
      context.addIssue('must not have a path, query or fragment')
      return z.NEVER
    }
    const login = loginOf(username, password)
    if (login === 'malformed') {
      context.addIssue(
        'has a user or password whose % is not followed by two hexadecimal digits: write %25 for %',
      )
      return z.NEVER
    }
    const isPlain = protocol === 'smtp:' && LOOPBACK.test(hostname)
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? PORTS[protocol as keyof typeof PORTS] : Number(port),
      security:
        protocol === 'smtps:' ? ('tls' as const) : isPlain ? ('none' as const) : ('starttls' as const),
      login,
    }
  })

function loginOf(username: string, password: string): MailConfig['login'] | 'malformed' {
  if (username === '') return null
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'malformed'
  }
}

export const MailSettings = z.object({
  SMTP_URL: SmtpUrl.optional().meta({
    unset: 'none',
    isSecret: true,
    description:
      'SMTP server for outgoing email: `smtps://user:password@host` (port 465), or `smtp://` with STARTTLS (port 587); without TLS only on the loopback interface, or see `SMTP_TLS`',
  }),
  SMTP_TLS: z.enum(['required', 'private']).default('required').meta({
    description:
      '`private`: no TLS to a mail server in a private network, such as a container beside this one; refused while its name leads to a public address',
  }),
  MAIL_FROM: MailFrom.optional().meta({
    unset: 'none',
    description: 'sender of outgoing email: `no-reply@example.com`, or `Name <no-reply@example.com>`',
  }),
  SUPPORT_CONTACT: securityContact.optional().meta({
    unset: 'none',
    description: 'support contact shown to people: an email address, or an `https` or `tel` URL',
  }),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?$/, { error: 'must be a DKIM selector' })
    .optional()
    .meta({
      unset: 'not checked',
      description: 'DKIM selector that the mail server signs with, checked by `npm run doctor`',
    }),
})

/** Null: no email is sent. @throws Error when one of the two is missing, or TLS is both asked for and left out */
export function mailConfigOf({
  SMTP_URL,
  SMTP_TLS,
  MAIL_FROM,
}: z.output<typeof MailSettings>): MailConfig | null {
  if (!SMTP_URL && !MAIL_FROM) return null
  if (!SMTP_URL || !MAIL_FROM)
    throw new Error('For outgoing email set both SMTP_URL and MAIL_FROM, or neither.')
  if (SMTP_TLS !== 'private') return { ...SMTP_URL, from: MAIL_FROM }
  if (SMTP_URL.security === 'tls')
    throw new Error('SMTP_TLS=private is without TLS, and smtps:// in SMTP_URL is with it: choose one.')
  return { ...SMTP_URL, security: SMTP_URL.security === 'none' ? 'none' : 'private', from: MAIL_FROM }
}
