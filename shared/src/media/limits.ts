/** Largest PDF that is taken, in bytes (spec §9). */
export const MAX_PDF_BYTES = 10_485_760
/** Largest image that is taken, in bytes (threats §2.4). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
/** Longest side of an image, in pixels, and how many it may have in all. */
export const MAX_IMAGE_SIDE = 4096
export const MAX_IMAGE_PIXELS = 16_000_000
/** What one account may keep: files, and bytes of them. */
export const MAX_ACCOUNT_FILES = 2000
export const MAX_ACCOUNT_BYTES = 1024 ** 3
