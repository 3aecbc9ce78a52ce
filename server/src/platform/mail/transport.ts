import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/mail-config'
import { MAX_CONNECTIONS, SEND_MS } from './limits'

/** What goes over the wire, complete. */
export interface MailMessage {
  /** The same at each repeat, without brackets. */
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** A BCP 47 tag. */
  language: string
  /** Where one click, without a session, ends mails of this kind (RFC 8058); null for kinds that cannot be refused. */
  unsubscribeUrl: string | null
}

/** How an attempt ended. */
export type SendResult =
  | { is: 'sent' }
  /** May go better later; `isServer`: no mail would have fared better. */
  | { is: 'deferred'; error: string; isServer: boolean }
  /** Permanently; `isAddress`: the mailbox does not exist. */
  | { is: 'rejected'; error: string; isAddress: boolean }
  /** The server takes no mail with these settings: login, TLS or sender. */
  | { is: 'refused'; error: string }

export interface MailTransport {
  send(message: MailMessage): Promise<SendResult>
  close(): void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000
const MAX_ERROR_LENGTH = 300

export function openTransport({ host, port, security, login, from }: MailConfig): MailTransport {
  const pool = createTransport({
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none' || security === 'private',
    // A host name without a dot, as containers have, would become an address, which some relays refuse (RFC 5321 §4.1.1.1).
    name: from.address.slice(from.address.lastIndexOf('@') + 1),
    ...(login && { auth: { user: login.user, pass: login.password } }),
    maxConnections: MAX_CONNECTIONS,
    // A connection that ends after DATA may have delivered: the outbox decides when to try again.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  pool.on('error', () => {})
  return {
    async send({ id, to, unsubscribeUrl, language, ...message }) {
      try {
        if (security === 'private' && !(await isPrivateHost(host)))
          return { is: 'refused', error: `TLS, ${host} is not in a private network (SMTP_TLS)` }
        await pool.sendMail({
          ...message,
          from,
          // An object is not looked through for further addresses, as a text would be.
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': language,
            ...(unsubscribeUrl !== null && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
          textEncoding: 'base64',
          signal: AbortSignal.timeout(SEND_MS),
        })
        return { is: 'sent' }
      } catch (error) {
        return judgeFailure(error as SmtpError, login?.password ?? '')
      }
    },
    close: () => pool.close(),
  }
}

/** RFC 1918, RFC 6598, RFC 3927, RFC 4193, RFC 4291 §2.5.6 and loopback. */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv6')

/** Whether all addresses of a host are private. @throws Error of the lookup */
async function isPrivateHost(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true })
  return addresses.every(({ address }) => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
}

interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

const LOGIN_CODES = ['EAUTH', 'ENOAUTH', 'EOAUTH2']
const CONNECTION_CODES = [
  ...['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EABORT', 'EPROTOCOL'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]
/** How Node.js and OpenSSL name a certificate or handshake that was not accepted. */
const TLS_CODE = /CERT|SIGNATURE|ISSUER|CA_|ALTNAME|^ERR_(SSL|TLS)|EPROTO$/
/** Refused by policy (RFC 3463 §3.8), such as a relay that does not know us: that says nothing about the mailbox. */
const POLICY = /^\d{3}[ -]5\.7\./

/** The meaning of an error of nodemailer for the mail, and for the others. */
function judgeFailure(failure: SmtpError, password: string): SendResult {
  const { code = '', originalCode = '', command = '', response = '', responseCode = 0 } = failure
  const error = describe(failure, password)
  if (LOGIN_CODES.includes(code) || responseCode === 530) return { is: 'refused', error: `login, ${error}` }
  if (code === 'ETLS' || (code === 'ESOCKET' && TLS_CODE.test(originalCode)))
    return { is: 'refused', error: `TLS, ${error}` }
  const isPermanent = responseCode >= 500 && responseCode !== 503
  if (command === 'MAIL FROM' && isPermanent) return { is: 'refused', error: `sender, ${error}` }
  if (isPermanent)
    return { is: 'rejected', error, isAddress: command === 'RCPT TO' && !POLICY.test(response) }
  const isServer = responseCode === 421 || (CONNECTION_CODES.includes(code) && responseCode === 0)
  return { is: 'deferred', error, isServer }
}

/** One line, short, without the password, which a server may repeat in its response. */
function describe({ code, originalCode, command, response, message }: SmtpError, password: string): string {
  const said = response ?? `${originalCode ?? code ?? ''} ${command ?? ''}: ${message}`
  const line = said.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return (password === '' ? line : line.replaceAll(password, '***')).slice(0, MAX_ERROR_LENGTH)
}
