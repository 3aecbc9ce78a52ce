import { segment } from '../symbol/segments'

/** scheme; authority without user information; path before the id; id. */
const CODE_LINK = /^(https?:\/\/)([^/?#@]+)((?:\/[^/?#]*)*)\/([^/?#]+)$/i

/** The characters that capitals change to exactly one other, without `%`, whose digits name characters. */
const PLAIN_ASCII = /^[!-$&-~]+$/

/** Bits in versions 1 to 9. In longer links capitals save more than any header costs. */
const bitsOf = (text: string): number => segment(text, 0, false).bits

/**
 * The text to encode for the redirect link of a dynamic code: the scheme in lower case, the rest in upper case where
 * that takes fewer bits (alphanumeric mode) and changes no meaning. Schemes are to be produced in lower case (RFC 3986
 * §3.1), and some phones open no others. A host has no case (RFC 3986 §6.2.2.1) and the redirect resolves ids without
 * case. A path before the id does have case: with a lower-case letter there the link stays as it is. So does a link
 * with user information, a query, a fragment or percent-encoding.
 * @example dynamicLinkPayload('https://qr.example/promo-1') // 'https://QR.EXAMPLE/PROMO-1'
 */
export function dynamicLinkPayload(link: string): string {
  const [, scheme, authority, prefix, id] = CODE_LINK.exec(link) ?? []
  if (scheme === undefined || authority === undefined || prefix === undefined || id === undefined) return link
  const asIs = scheme.toLowerCase() + link.slice(scheme.length)
  if (prefix !== prefix.toUpperCase() || !PLAIN_ASCII.test(link)) return asIs
  const inCapitals = scheme.toLowerCase() + link.slice(scheme.length).toUpperCase()
  return bitsOf(inCapitals) < bitsOf(asIs) ? inCapitals : asIs
}
