/** Width of an exported picture in pixels. */
export const MIN_IMAGE_SIZE = 200
export const MAX_IMAGE_SIZE = 4000

/** Widest quiet zone in modules. */
export const MAX_MARGIN = 40
