/** What of the address says how codes are printed; everything else in it names the codes. */
export interface PrintSearch {
  /** A batch, or the filters of a list with the newest code that was seen. */
  batch?: string
  q?: string
  contentType?: string
  tag?: string
  state?: string
  upTo?: string
  /** Ids between commas, when they are few; more are in the history entry. */
  ids?: string
  /** `labels-70x37`, `grid`, `tent-A6`, `stickers-round`, `poster-A5` or `card`. */
  layout?: string
  /** The eight measures of a grid of one's own between commas, after its paper. */
  grid?: string
  /** Side of stickers in millimetres. */
  sticker?: string
  start?: string
  lines?: string
  call?: string
  text?: string
  side?: string
  place?: string
  cut?: string
  crop?: string
  cmyk?: string
  frame?: string
  x?: string
  y?: string
}

/** Addresses hold plain text: each value is read where it is used, within its bounds. */
export const printSearch = (search: Record<string, unknown>): PrintSearch => search
