/**
 * Value of `Strict-Transport-Security` (RFC 6797) for a host of ours, or null where its address is served over HTTP.
 * Without `includeSubDomains`: other hosts under the name are not ours to decide about.
 * @param maxAge seconds; with 0 browsers forget it
 */
export const transportSecurity = (address: string, maxAge: number): string | null =>
  address.startsWith('https:') ? `max-age=${maxAge}` : null
