/** Of a password, in bytes of UTF-8 (threat model: sign-in). */
export const PASSWORD_MIN_BYTES = 8
export const PASSWORD_MAX_BYTES = 256
