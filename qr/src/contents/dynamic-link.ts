/** scheme, authority, path before the id, id: a link that is nothing but {code host}/{id}. */
const CODE_LINK = /^(https?:\/\/)([^/?#@]+)((?:\/[^/?#]*)*)\/([^/?#]+)$/i

/** The alphanumeric set of ISO/IEC 18004 table 5 as far as links use it. */
const ALPHANUMERIC_LINK = /^[0-9A-Z$%*+\-./:]+$/

/**
 * The text to encode for the redirect link of a dynamic code: in upper case, so that alphanumeric mode makes the symbol
 * smaller, where that changes no meaning. Scheme and host have no case (RFC 3986 §6.2.2.1) and the redirect resolves ids
 * without case. A path before the id does have case: with a lower-case letter there the link stays as it is. So does a
 * link with a query or fragment, and one with a character outside the alphanumeric set, such as `_`.
 * @example dynamicLinkPayload('https://qr.example/promo-1') // 'HTTPS://QR.EXAMPLE/PROMO-1'
 */
export function dynamicLinkPayload(link: string): string {
  const parts = CODE_LINK.exec(link)
  if (!parts) return link
  const [, scheme, authority, prefix, id] = parts as unknown as [string, string, string, string, string]
  if (prefix !== prefix.toUpperCase()) return link
  if (id.includes('%')) return link
  const upper = `${scheme}${authority}${prefix}/${id}`.toUpperCase()
  return ALPHANUMERIC_LINK.test(upper) ? upper : link
}
