import { parseColor, shortHex } from '../design/color'
import type { QrCustomSettings } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'

export interface SvgOptions {
  /** Name for screen readers, the `<title>`. */
  readonly title?: string
  /** Longer text for screen readers, the `<desc>`. */
  readonly description?: string
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for an XML document: markup escaped, characters that XML 1.0 forbids (§2.2) left out. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => XML_ENTITIES[character] as string)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** `h{run}` and `m{gap} 0` for runs and gaps of up to a line; made once. */
const DRAWN: string[] = []
const SKIPPED: string[] = []
for (let length = 0; length <= 177; length++) {
  DRAWN.push(`h${length}`)
  SKIPPED.push(`m${length} 0`)
}

/**
 * Path data that covers the dark modules with horizontal strokes of width 1: one `h` for each run, relative moves
 * between. Strokes take half the characters that filled outlines take.
 * @param margin modules added on the left and the top
 */
export function strokePath(symbol: QrSymbol, margin: number): string {
  const { size, modules } = symbol
  let path = ''
  for (let y = 0, row = 0; y < size; y++, row += size) {
    const end = row + size
    let at = modules.indexOf(1, row)
    if (at < 0 || at >= end) continue
    path += `M${margin + at - row} ${margin + y}.5`
    for (;;) {
      const start = at
      while (at < end && modules[at] === 1) at++
      path += DRAWN[at - start] as string
      const gap = at
      while (at < end && modules[at] === 0) at++
      if (at >= end) break
      path += SKIPPED[at - gap] as string
    }
  }
  return path
}

/**
 * The code as an SVG document without XML declaration: a background rectangle and one path, `viewBox` in modules with
 * the quiet zone. The size in pixels is the one of the settings; the page that embeds it may set another.
 * @throws {QrDesignError} when a colour is not one
 */
export function renderSvg(symbol: QrSymbol, design: QrCustomSettings, options: SvgOptions = {}): string {
  const { margin, size } = design
  const side = symbol.size + 2 * margin
  const foreground = shortHex(parseColor(design.foregroundColor, 'foregroundColor'))
  const title = options.title ? `<title>${escapeXml(options.title)}</title>` : ''
  const description = options.description ? `<desc>${escapeXml(options.description)}</desc>` : ''
  const background =
    design.backgroundColor === 'transparent'
      ? ''
      : `<path fill="${shortHex(parseColor(design.backgroundColor, 'backgroundColor'))}" d="M0 0h${side}v${side}H0z"/>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}"` +
    ` shape-rendering="crispEdges">${title}${description}${background}` +
    `<path stroke="${foreground}" d="${strokePath(symbol, margin)}"/></svg>`
  )
}
