import { type AddressRules, cleanWebsite, type HostProblem, hostProblem } from '@scanleaf/qr'

/** A domain of one's own: for the links of QR codes, and for the business cards of the sister service. */
export const DOMAIN_KINDS = ['qrcode', 'ninecard'] as const
export type DomainKind = (typeof DOMAIN_KINDS)[number]

/**
 * The label below a domain at which the proof of its owner is looked for, beside the name itself. It works for every name:
 * one that has a CNAME record can have no TXT record (RFC 1034 §3.6.2), and the name below it can.
 */
const OWNERSHIP_LABEL = '_scanleaf'

/** Where the proof of a domain is: below its name, in full or as a DNS provider asks for it, with `@` for the domain itself. */
export const ownershipNameOf = (name: string): string =>
  name === '@' ? OWNERSHIP_LABEL : `${OWNERSHIP_LABEL}.${name}`

/** Parts of an address that a domain has not: a path, a port, a user name; a wildcard; an IPv6 address. */
const NO_NAME = /[\s/\\?#@:*[\]%]/
/** Two labels at least, the last of which is not a number (RFC 1123 §2.1). */
const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The host of the typed text, as the URL standard writes it; empty for an address with more than a host. */
function hostIn(typed: string): string {
  const text = cleanWebsite(typed)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
  const address = `https://${text}`
  if (text === '' || NO_NAME.test(text) || !URL.canParse(address)) return ''
  return new URL(address).hostname.replace(/\.$/, '')
}

/**
 * The name that somebody typed for a domain, as stored: lower-case ASCII (IDNA), without scheme, final slash or
 * dot, and cleaned as every address. Null for anything else: an address, a port, a path, a wildcard, a single word.
 */
export function domainOf(typed: string): string | null {
  const host = hostIn(typed)
  return host.length <= 253 && NAME.test(host) ? host : null
}

/** Why a new domain is invalid, or null: scans come from everywhere, so everybody must be able to reach it. */
export function domainProblem(typed: string, rules?: AddressRules): HostProblem | 'invalid-domain' | null {
  const host = hostIn(typed)
  if (host === '' || /^[\d.]+$/.test(host)) return 'invalid-domain'
  return hostProblem(host, rules) ?? (domainOf(typed) === null ? 'invalid-domain' : null)
}
