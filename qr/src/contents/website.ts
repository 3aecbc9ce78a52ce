/** Longest address in bytes of UTF-8. */
export const MAX_ADDRESS_BYTES = 4096

/** Problems of a website address, as keys of texts. */
export type WebsiteProblem = 'error-message-inp' | 'required' | 'invalid-url' | 'too-long'

const HAS_SCHEME = /^https?:\/\//i
const LEADING_COLONS_AND_SLASHES = /^[:/]+/
/** C0 and C1 controls and DEL; white space among them is reported as white space before. */
const CONTROL = /\p{Cc}/u
/** Marks that turn the direction of a text and so hide where a link leads (Unicode TR 36 §3.3). */
const DIRECTION_MARK = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * An address as it is saved and opened: one that starts with neither http:// nor https:// loses its leading colons and
 * slashes and gets http://. An empty text stays empty.
 * @example normalizeWebsite('//example.com') // 'http://example.com'
 */
export function normalizeWebsite(text: string): string {
  if (text === '' || HAS_SCHEME.test(text)) return text
  return `http://${text.replace(LEADING_COLONS_AND_SLASHES, '')}`
}

/** Another scheme than http and https, such as `javascript:` or `mailto:`; `host:8080` is not one. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/**
 * What is wrong with an address that somebody typed, or null.
 *
 * White space anywhere is `error-message-inp`. After {@link normalizeWebsite} the WHATWG URL parser must accept it, with
 * scheme http or https, a host, no user name or password (they hide the real host), no control character and no mark
 * that turns the direction of the text.
 */
export function validateWebsite(text: string): WebsiteProblem | null {
  if (text === '') return 'required'
  if (/\s/.test(text)) return 'error-message-inp'
  if (CONTROL.test(text) || DIRECTION_MARK.test(text) || LONE_SURROGATE.test(text)) return 'invalid-url'
  if (!HAS_SCHEME.test(text) && OTHER_SCHEME.test(text)) return 'invalid-url'
  const normalized = normalizeWebsite(text)
  if (!URL.canParse(normalized)) return 'invalid-url'
  const url = new URL(normalized)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  if (!isWeb || url.hostname === '' || url.username !== '' || url.password !== '') return 'invalid-url'
  // 'http:///host' and 'http://@host': the parser mends what the typed text does not say
  const authority = normalized.replace(HAS_SCHEME, '').split(/[/?#\\]/, 1)[0] as string
  if (authority === '' || authority.includes('@')) return 'invalid-url'
  if (byteLength(normalized) > MAX_ADDRESS_BYTES || url.href.length > MAX_ADDRESS_BYTES) return 'too-long'
  return null
}

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/**
 * The address that is stored and redirected to: parsed, the host in punycode, the path percent-encoded.
 * @throws {TypeError} when {@link validateWebsite} finds a problem
 */
export function websiteHref(text: string): string {
  const problem = validateWebsite(text)
  if (problem) throw new TypeError(problem)
  return new URL(normalizeWebsite(text)).href
}
