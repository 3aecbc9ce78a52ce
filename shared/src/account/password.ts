/** Length of a password, in bytes of UTF-8 (threats §2.1). */
export const PASSWORD_MIN_BYTES = 8
export const PASSWORD_MAX_BYTES = 256
