import { normalForm } from '@scanleaf/qr'
/** Length of a new password, in characters: between 8 (OWASP ASVS 5.0, 6.2.1) and 15 (NIST SP 800-63B-4 §3.1.1.2). */
export const PASSWORD_MIN_LENGTH = 10
/** In bytes of UTF-8 (threats §2.1). */
export const PASSWORD_MAX_BYTES = 256

/** Characters of a password as it is hashed: a letter counts once, however its accents were typed. */
export const passwordLength = (password: string): number => [...normalForm(password)].length
