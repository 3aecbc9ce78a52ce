/**
 * Pixels of a side: a pixel at least for each of the 257 modules of the largest symbol in its widest margin, without
 * which the server draws nothing.
 */
const SIDE = 300

/**
 * Address of a small picture of a code, by its `qrImageUrl`. A phone decodes the whole one, of 1000 pixels, to four
 * megabytes.
 */
export function thumbnailOf(qrImageUrl: string): string {
  const url = new URL(qrImageUrl, window.location.origin)
  url.searchParams.set('size', String(SIDE))
  return url.href
}
