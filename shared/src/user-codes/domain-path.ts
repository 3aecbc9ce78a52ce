/** Longest path of a domain, as it is stored, with its slash. */
export const MAX_PATH_LENGTH = 200

const PATH = /^\/[A-Za-z0-9\-._~/%]+$/
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/
/** What a domain answers by itself, and the files that certificates and other programs look for (RFC 8615). */
const SERVED = /^\/(?:robots\.txt|favicon\.ico|healthz|readyz|\.well-known(?:\/.*)?)$/
const UNRESERVED = /[A-Za-z0-9\-._~]/

/**
 * The spelling under which a path is stored and found, or null for a path that no code can have. Equivalent spellings
 * of one path are one (RFC 3986 §6.2.2): an escaped letter is the letter, an escape is in upper case, several slashes
 * are one, and one at the end is none. Letters keep their case.
 * @param path as an HTTP client sends it, without query
 */
export function normalPath(path: string): string | null {
  let normal = path
  if (normal.includes('%')) {
    if (BROKEN_ESCAPE.test(normal)) return null
    normal = normal.replace(/%(..)/g, unescaped)
  }
  if (normal.includes('//')) normal = normal.replace(/\/{2,}/g, '/')
  if (normal.endsWith('/')) normal = normal.slice(0, -1)
  // A plus sign begins an operation on the code, escaped or not.
  const isOwn = PATH.test(normal) && !normal.includes('%2B') && !SERVED.test(normal)
  return isOwn && normal.length <= MAX_PATH_LENGTH ? normal : null
}

function unescaped(escaped: string, hex: string): string {
  const character = String.fromCharCode(Number.parseInt(hex, 16))
  return UNRESERVED.test(character) ? character : escaped.toUpperCase()
}

/**
 * The path that somebody wrote or printed, as the phone that scans it sends it (WHATWG URL §4.4: no dot segments, text
 * in escapes of UTF-8), in the spelling of `normalPath`; a query or a fragment behind it is not part of it.
 * @param text with or without the slash it begins with
 * @returns null: `invalid-path`
 */
export function readPath(text: string): string | null {
  const written = text.trim()
  // A parser drops tabs and line feeds, which nobody prints.
  if (/\p{Cc}/u.test(written)) return null
  const address = `http://host/${written.replace(/^\//, '')}`
  return URL.canParse(address) ? normalPath(new URL(address).pathname) : null
}

/** A path of a domain that leads to a code, both in their stored spelling. */
export interface DomainPath {
  /** In lower-case ASCII, without port and final dot. */
  host: string
  /** As `readPath` gives it. */
  path: string
}

/** The address of a path; domains of account holders are served over https. */
export const pathAddress = ({ host, path }: DomainPath): string => `https://${host}${path}`

/**
 * The domain and the path of a whole address, with or without its protocol; the path is null when it is `invalid-path`,
 * the whole when there is no address of a host in the text.
 */
export function readPathAddress(text: string): { host: string; path: string | null } | null {
  const [, host, path = ''] = /^\s*(?:https?:\/\/)?([^/?#\s@:]+)(?::\d+)?([/?#].*)?$/is.exec(text) ?? []
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  return { host: new URL(`http://${host}`).hostname.replace(/\.$/, ''), path: readPath(path) }
}
