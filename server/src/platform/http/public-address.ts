import type { IncomingMessage } from 'node:http'
import { normalPath } from '@scanleaf/shared'

/** RFC 9112 §3.2.2; a user name in an address is left to be refused (RFC 9110 §4.2.4). */
const ABSOLUTE_FORM = /^https?:\/\/([^/?#@\s]+)(?=[/?]|$)/i
const SLASH = 0x2f

/**
 * Turns a request in absolute form into the origin form of all others; the host in its target replaces the `Host`
 * header (RFC 9112 §3.2.2).
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '' } = request
  if (url.charCodeAt(0) === SLASH) return
  const [prefix, host] = ABSOLUTE_FORM.exec(url) ?? []
  if (prefix === undefined || host === undefined) return
  const target = url.slice(prefix.length)
  request.url = target.startsWith('/') ? target : `/${target}`
  request.headers.host = host
}

const HOST_LENGTH = 4

/** Whether a request names two hosts, or one twice: then it is not known whom it is for (RFC 9112 §3.2). */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    if (name.length === HOST_LENGTH && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** The name in a `Host` header: in lower case, without port and without the final dot of the root (RFC 1034 §3.1). */
export const hostName = (header = ''): string =>
  header
    .toLowerCase()
    .replace(/:\d{0,5}$/, '')
    .replace(/\.$/, '')

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host name is that of an address; for a loopback address any loopback name is. */
export function hostCheck(address: string): (host: string) => boolean {
  const { hostname } = new URL(address)
  const accepted = new Set(LOOPBACK.includes(hostname) ? LOOPBACK : [hostname.replace(/\.$/, '')])
  return (host) => accepted.has(host)
}

/**
 * A path in the one spelling of the many that it can have: one character for each escaped byte (RFC 3986 §6.2.2.2;
 * Node reads unescaped bytes in the same way), and one slash where several follow each other.
 */
export const plainPath = (path: string): string =>
  path
    .replace(/%([0-9A-Fa-f]{2})/g, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\/{2,}/g, '/')

const CODE_ACTIONS = { '+': 'preview', '+report': 'report', '+go': 'go', '+open': 'open' } as const
type CodeAction = (typeof CODE_ACTIONS)[keyof typeof CODE_ACTIONS]

/**
 * An id, an operation on it, then at most characters that no id can contain, as punctuation of the sentence around a
 * link, or the beginning of a query that lost its question mark.
 */
const CODE_PATH = /^([A-Za-z0-9_-]{3,32})(\+(?:report|go|open)?)?[^A-Za-z0-9_-]*(?:[?&#].*)?$/s

/** The id and operation of a plain path under the code host, or null when it names none. */
export function codeAsked(plain: string): { id: string; action: CodeAction | null } | null {
  const [, id, action] = CODE_PATH.exec(plain) ?? []
  return id === undefined
    ? null
    : { id, action: action === undefined ? null : CODE_ACTIONS[action as keyof typeof CODE_ACTIONS] }
}

/**
 * The paths of a domain that a request may name, in their stored spelling, and the operation on its code; null for none.
 * The first is what was asked for, the second the same without what an id may have behind it.
 */
export function pathAsked(path: string): { paths: string[]; action: CodeAction | null } | null {
  const written = path.includes('%') ? path.replace(/%2B/i, '+') : path
  const end = written.indexOf('+')
  const plain = end < 0 ? written : written.slice(0, end)
  const action =
    end < 0 ? null : CODE_ACTIONS[written.slice(end).replace(/\/$/, '') as keyof typeof CODE_ACTIONS]
  const spellings = [plain, withoutEnding(plain)].map(normalPath).filter((normal) => normal !== null)
  const paths = [...new Set(spellings)]
  return paths.length === 0 || action === undefined ? null : { paths, action }
}

/** A path without the beginning of a query that lost its question mark, and punctuation behind it, escaped or not. */
function withoutEnding(path: string): string {
  const query = path.search(/&|%(?:23|26|3F)/i)
  let end = query < 0 ? path.length : query
  for (;;) {
    const [, hex] = /^%([0-7][0-9A-F])$/i.exec(path.slice(Math.max(0, end - 3), end)) ?? []
    const last = hex === undefined ? path.charAt(end - 1) : String.fromCharCode(Number.parseInt(hex, 16))
    if (end === 0 || /[A-Za-z0-9_%-]/.test(last)) return path.slice(0, end)
    end -= hex === undefined ? 1 : 3
  }
}
