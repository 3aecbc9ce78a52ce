import { hostProblem } from '@scanleaf/qr'
import { parse } from 'tldts'

export interface HostParts {
  /** The part of a host that somebody registered, with its ending; null where the list knows none. */
  domain: string | null
  /** The last label, when no address is known to end in it; it may be new or mistyped. */
  unknownEnding: string | null
}

/**
 * Looks a host up in the public suffix list of this release. New endings come several times a year, so one that is
 * not in it is asked about and never refused. Reserved names for examples (RFC 2606) count as known.
 */
export function hostParts(host: string): HostParts {
  const { domain, isIcann, isPrivate, isIp } = parse(host, { allowPrivateDomains: true })
  const ending = host.replace(/\.$/, '').split('.').at(-1) ?? ''
  const isKnown = isIcann || isPrivate || isIp || ending === 'example' || hostProblem(host) !== null
  return { domain: isIp ? null : domain, unknownEnding: isKnown ? null : ending }
}
