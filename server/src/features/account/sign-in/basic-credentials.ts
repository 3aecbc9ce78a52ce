export interface Credentials {
  username: string
  password: string
}

/**
 * The credentials of an `Authorization: Basic` header in UTF-8 (RFC 7617 §2 and §2.1): the name ends at the first
 * colon, the password may hold more. Null for anything else.
 * @example basicCredentials('Basic bWFpOmE6Yg==') // { username: 'mai', password: 'a:b' }
 */
export function basicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1]
  const decoded = encoded === undefined ? null : decodeUtf8(Buffer.from(encoded, 'base64'))
  const colon = decoded?.indexOf(':') ?? -1
  if (decoded === null || colon < 0) return null
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
