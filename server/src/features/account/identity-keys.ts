import { normalForm } from '@scanleaf/qr'
/**
 * The form under which user names are compared (RFC 8265 §3.3, UsernameCaseMapped): without case, however the
 * letters were composed.
 */
export const usernameKey = (username: string): string => normalForm(username, 'NFKC').toLowerCase()

/** Mail addresses are compared without case; the wire schema lets ASCII through only. */
export const emailKey = (email: string): string => email.toLowerCase()

/**
 * A password as it is hashed (RFC 8265 §4.2, OpaqueString): Vietnamese keyboards write the same letter composed or
 * decomposed, and both must sign in.
 */
export const opaquePassword = (password: string): string => normalForm(password.replace(/\p{Zs}/gu, ' '))
