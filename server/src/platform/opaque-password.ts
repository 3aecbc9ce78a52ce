import { normalForm } from '@scanleaf/qr'

/**
 * A password as it is hashed (RFC 8265 §4.2, OpaqueString): Vietnamese keyboards write the same letter composed or
 * decomposed, and both must open.
 */
export const opaquePassword = (password: string): string => normalForm(password.replace(/\p{Zs}/gu, ' '))
