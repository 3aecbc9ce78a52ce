/** A domain of one's own: for the links of QR codes, and for the business cards of the sister service. */
export const DOMAIN_KINDS = ['qrcode', 'ninecard'] as const
export type DomainKind = (typeof DOMAIN_KINDS)[number]

/**
 * The name that somebody typed for a domain, as it is kept: lower-case ASCII (IDNA), without scheme, final slash or
 * dot. Null for what cannot be one: an address, a port, a path, a wildcard, a single word.
 */
export function domainOf(typed: string): string | null {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .replace(/\.$/, '')
  if (text === '' || /[\s/\\?#@:*[\]%]/.test(text)) return null
  const address = `https://${text}`
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.length <= 253 && NAME.test(host) ? host : null
}

/** Two labels at least, the last of which is no number (RFC 1123 §2.1). */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
