export const SECURITY_TXT_PATH = '/.well-known/security.txt'
/** RFC 9116 §2.5.5 recommends less than a year. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

/**
 * How to report a security problem (RFC 9116). Valid from the beginning of the day, so that all responses of a day are
 * the same.
 * @param contacts addresses (mailto, https, tel), the preferred one first
 * @param hosts addresses of the hosts that serve it
 */
export function securityTxt(contacts: readonly string[], hosts: readonly string[], now: Date): string {
  const expires = new Date((Math.floor(now.getTime() / DAY_MS) + VALID_DAYS) * DAY_MS)
  const canonical = new Set(hosts.map((host) => new URL(SECURITY_TXT_PATH, host).href))
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: vi, en',
    ...[...canonical].map((address) => `Canonical: ${address}`),
    '',
  ].join('\n')
}
