/** Largest image that is taken, in bytes (threat model: uploads and media). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
