/**
 * Side of the drawing: at least one for each of the 257 modules of the largest symbol in its widest margin, without
 * which the server draws nothing.
 */
const SIDE = 300

/**
 * Address of the SVG of a code, by its `qrImageUrl`: sharp on every screen, where a scaled PNG blurs its modules into
 * grey and a phone decodes 1000 pixels to four megabytes.
 */
export function thumbnailOf(qrImageUrl: string): string {
  const url = new URL(qrImageUrl, window.location.origin)
  url.pathname = url.pathname.replace(/\.png$/, '.svg')
  url.searchParams.set('size', String(SIDE))
  return url.href
}
