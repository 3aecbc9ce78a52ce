/** Pixels of a side, the least that the server draws: enough for 40 CSS pixels on every screen. */
const SIDE = 200

/**
 * Address of a small picture of a code, by its `qrImageUrl`. A phone decodes the whole one, of 1000 pixels, to four
 * megabytes.
 */
export function thumbnailOf(qrImageUrl: string): string {
  const url = new URL(qrImageUrl, window.location.origin)
  url.searchParams.set('size', String(SIDE))
  return url.href
}
