import ipaddr from 'ipaddr.js'

/**
 * The network of an address: IPv4 /24, the smallest block that is routed by itself (RFC 7454 §6.1.3), and IPv6 /48,
 * the largest that one site is usually given (RFC 6177). The owner of one has all its addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  return parsed.kind() === 'ipv4' ? `${bytes.slice(0, 3).join('.')}/24` : `${bytes.slice(0, 6).join('.')}/48`
}
