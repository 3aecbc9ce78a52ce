import { isIP } from 'node:net'

/** For whom passkeys are made (W3C Web Authentication Level 3 §4, relying party). */
export interface RelyingParty {
  /** Host of APP_URL: a passkey works at no other. */
  id: string
  name: string
  /** That calls have to come from. */
  origin: string
}

/** Null where browsers offer no passkeys: without https, except on this machine itself, and at a bare address. */
export function relyingPartyOf(appUrl: string, name: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(appUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isLocal || (protocol === 'https:' && !isAddress) ? { id: hostname, name, origin } : null
}
