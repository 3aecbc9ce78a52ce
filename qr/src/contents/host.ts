import ipaddr from 'ipaddr.js'

/** Hosts that may be printed besides those that everybody can reach. */
export interface AddressRules {
  /** Hosts that only exist inside one network too, such as of an intranet. */
  readonly privateHosts?: boolean
  /** Hosts that are always accepted, with their port where it is not the default: the installation's own. */
  readonly ownHosts?: readonly string[]
}

/** Why nobody on the internet can open a host, as keys of texts. */
export type HostProblem = 'address-one-label' | 'address-inside-only' | 'address-bad-host'

/** RFC 1123 §2.1, at most 63 octets by RFC 1035 §2.3.4. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** A name under a registered one may hold underscores: no registry sells such, but they resolve and open (RFC 2181 §11). */
const SUB_LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/
/** The last label is no number, or the name is read as an IPv4 address (URL standard, RFC 1123 §2.1). */
const TOP_LABEL = /^(?:[a-z][a-z0-9-]*[a-z0-9]|xn--[a-z0-9-]*[a-z0-9])$/
const MAX_NAME_LENGTH = 253

/**
 * Names that are never delegated in the public DNS: RFC 6761 (localhost, test, invalid), 6762 (local, and those of its
 * appendix G), 7686 (onion), 8375 (home.arpa), 9476 (alt), and internal, reserved by ICANN in 2024. `example` of
 * RFC 2606 is left out: documents and trials use it on purpose.
 */
const INSIDE_ONLY =
  /(?:^|\.)(?:alt|corp|home|home\.arpa|internal|intranet|invalid|lan|local|localhost|onion|private|test)$/

/**
 * Why people elsewhere cannot open a host, or null.
 * @param host of a parsed URL (WHATWG): lower case, punycode, IP addresses in their canonical form; with its port
 */
export function hostProblem(host: string, rules: AddressRules = {}): HostProblem | null {
  // A name with the final dot of the root is the same name (RFC 1034 §3.1).
  const plain = host.replace(/\.(?=:\d+$|$)/, '')
  if (rules.ownHosts?.includes(plain)) return null
  const name = plain.replace(/:\d+$/, '')
  const address = name.startsWith('[') ? name.slice(1, -1) : name
  if (ipaddr.isValid(address)) return isPublic(address) || rules.privateHosts ? null : 'address-inside-only'
  const labels = name.split('.')
  const isShaped = labels.every((label, place) => (place < labels.length - 2 ? SUB_LABEL : LABEL).test(label))
  if (!isShaped || !TOP_LABEL.test(labels.at(-1) ?? '') || name.length > MAX_NAME_LENGTH)
    return 'address-bad-host'
  if (rules.privateHosts) return null
  if (INSIDE_ONLY.test(name)) return 'address-inside-only'
  return labels.length < 2 ? 'address-one-label' : null
}

/** By the registries of special-purpose addresses of IANA (RFC 6890). */
const isPublic = (address: string): boolean => ipaddr.process(address).range() === 'unicast'
