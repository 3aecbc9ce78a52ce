import { cleanAddress } from './clean-address'
import { type AddressRules, type HostProblem, hostProblem } from './host'

/** Longest address in bytes of UTF-8. */
export const MAX_ADDRESS_BYTES = 4096

/** Problems of a website address, as keys of texts. */
export type WebsiteProblem = 'error-message-inp' | 'required' | 'invalid-url' | 'too-long' | HostProblem

const HAS_SCHEME = /^https?:\/\//i
const LEADING_COLONS_AND_SLASHES = /^[:/：／]+/
/**
 * `https://` with what happens to it when it is typed or pasted: a colon or slash missing, backslashes, a slash too many,
 * the full-width forms of East Asian keyboards, colons and slashes before it.
 */
const TYPED_SCHEME = /^[:/：／]*(https?)(?:[:：]?[/\\／]{2,}|[:：][/\\／]?(?!\d))/i
/** The same after another one, where a host may be as well: `https:` there needs its slash. */
const SECOND_SCHEME = /^[:/：／]*(https?)(?:[:：]?[/\\／]{2,}|[:：][/\\／])/i
/** Another scheme than http and https, such as `javascript:` or `mailto:`; `host:8080` is not one. */
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i
const LONE_SURROGATE = /\p{Surrogate}/u

interface Parts {
  /** In lower case; null when none was typed. */
  scheme: string | null
  rest: string
}

/** When a scheme was typed or pasted twice, the inner one counts: the outer stood in the field already. */
function partsOf(text: string): Parts {
  let rest = cleanAddress(text)
  let scheme: string | null = null
  for (;;) {
    const found: RegExpExecArray | null = (scheme === null ? TYPED_SCHEME : SECOND_SCHEME).exec(rest)
    if (!found) return { scheme, rest }
    scheme = (found[1] as string).toLowerCase()
    rest = rest.slice(found[0].length)
  }
}

/**
 * An address as it was meant: without control and invisible characters (among them direction marks, which can hide
 * where a link leads, Unicode TR 36 §3.3), without white space and quotation marks around it, its scheme repaired
 * (doubled, or without its colon). No scheme is added.
 * @example cleanWebsite('http://https//shop.example') // 'https://shop.example'
 */
export function cleanWebsite(text: string): string {
  const { scheme, rest } = partsOf(text)
  return scheme === null ? rest : `${scheme}://${rest}`
}

/**
 * An address as it is saved and opened: cleaned, and one without a scheme loses its leading colons and slashes and gets
 * http:// (spec §5), or https:// where it takes the place of an https address. An empty text stays empty.
 * @param current the address that it is to replace
 * @example normalizeWebsite('//example.com') // 'http://example.com'
 */
export function normalizeWebsite(text: string, current?: string): string {
  const { scheme, rest } = partsOf(text)
  if (scheme !== null) return `${scheme}://${rest}`
  if (rest === '') return ''
  const implied = current !== undefined && /^https:/i.test(current) ? 'https' : 'http'
  return `${implied}://${rest.replace(LEADING_COLONS_AND_SLASHES, '')}`
}

/**
 * The error of an address that somebody typed, or null.
 *
 * White space inside is `error-message-inp`. After {@link normalizeWebsite} the WHATWG URL parser must accept it, with
 * scheme http or https, a host that everybody can reach ({@link hostProblem}), and no user name or password (they hide
 * the real host).
 */
export function validateWebsite(text: string, rules?: AddressRules): WebsiteProblem | null {
  const { scheme, rest } = partsOf(text)
  if (rest === '') return scheme === null ? 'required' : 'invalid-url'
  if (/\s/.test(rest)) return 'error-message-inp'
  if (LONE_SURROGATE.test(rest)) return 'invalid-url'
  if (scheme === null && OTHER_SCHEME.test(rest)) return 'invalid-url'
  const address = normalizeWebsite(text)
  const authority = authorityOf(address)
  // 'http://?x' and 'http://@host': the parser repairs what the typed text does not say
  if (authority === '' || authority.includes('@')) return 'invalid-url'
  if (!URL.canParse(address)) return hasHost(authority) ? 'invalid-url' : 'address-bad-host'
  const url = new URL(address)
  const problem = hostProblem(url.host, rules)
  if (problem) return problem
  if (byteLength(address) > MAX_ADDRESS_BYTES || url.href.length > MAX_ADDRESS_BYTES) return 'too-long'
  return null
}

/** Between the scheme and the path: the host with its port, and a user name. */
const authorityOf = (address: string): string =>
  address.replace(HAS_SCHEME, '').split(/[/?#\\]/, 1)[0] as string

/** Whether the parser takes the host: then something else is wrong, such as the port. */
const hasHost = (authority: string): boolean => URL.canParse(`http://${authority.replace(/:[^\]:]*$/, '')}`)

/**
 * The part of a typed address that names the site, as it was typed, for a message about it.
 * @example typedHost('https://shop,example.vn:8080/menu') // 'shop,example.vn'
 */
export const typedHost = (text: string): string =>
  authorityOf(normalizeWebsite(text))
    .replace(/:[^\]:]*$/, '')
    .slice(0, MAX_SHOWN_HOST)

const MAX_SHOWN_HOST = 80

const byteLength = (text: string): number => new TextEncoder().encode(text).length

/**
 * The address that is stored and redirected to: parsed, the host in punycode, the path percent-encoded. Which hosts may
 * be printed is not judged here.
 * @param current the address that it is to replace
 * @throws {TypeError} when it is no web address
 */
export function websiteHref(text: string, current?: string): string {
  const problem = validateWebsite(text, { privateHosts: true })
  if (problem) throw new TypeError(problem)
  return new URL(normalizeWebsite(text, current)).href
}

/**
 * An address that was judged when it was stored, as the symbol holds it; an old one may lack its scheme.
 * @throws {TypeError} when it is no web address
 */
export function storedHref(address: string): string {
  if (/\s/.test(address)) throw new TypeError('white space')
  return new URL(HAS_SCHEME.test(address) ? address : normalizeWebsite(address)).href
}
