import { parseColor, shortHex } from '../design/color'
import { rectangle } from '../design/contours'
import type { FramePath } from '../design/frame'
import { MAX_IMAGE_SIZE } from '../design/limits'
import { buildScene, isPlain, type Paint, type Scene, sceneFills } from '../design/scene'
import type { QrDesign, QrGradient } from '../design/settings'
import { QrDesignError } from '../design-error'
import type { QrSymbol } from '../symbol/encode'
import { gradientAxis } from './gradient'
import { moduleOutlines } from './module-outlines'
import { shortNumber } from './numbers'
import { corners, parsePath } from './path-data'
import { encodeRgbaPng } from './png-file'

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
    .replace(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, '')

/** Path data of outlines, moved by `offset` in both directions: absolute to the start of each, relative from there. */
function outlinePath(contours: readonly (readonly number[])[], offset: number): string {
  let path = ''
  for (const contour of contours) {
    const all = corners(contour)
    const first = all[0]
    if (!first) continue
    let { endX: x, endY: y } = first
    path += `M${shortNumber(x + offset)} ${shortNumber(y + offset)}`
    for (const corner of [...all.slice(1), first]) {
      const { radius, startX, startY, endX, endY } = corner
      const isLast = corner === first && radius === 0
      if (!isLast && startX !== x) path += `h${shortNumber(startX - x)}`
      if (!isLast && startY !== y) path += `v${shortNumber(startY - y)}`
      if (radius > 0) {
        // clockwise where the outline turns right
        const turn = (corner.x - startX) * (endY - corner.y) - (corner.y - startY) * (endX - corner.x)
        const r = shortNumber(radius)
        path += `a${r} ${r} 0 0 ${turn > 0 ? 1 : 0} ${shortNumber(endX - startX)} ${shortNumber(endY - startY)}`
      }
      x = endX
      y = endY
    }
    path += 'z'
  }
  return path
}

const GRADIENT_ID = 'g'
const paintOf = (paint: Paint): string => (paint === 'gradient' ? `url(#${GRADIENT_ID})` : shortHex(paint))

function gradientElement(gradient: QrGradient, { size, margin }: Scene): string {
  const { x1, y1, x2, y2, radius, from, to } = gradientAxis(gradient, size)
  const [a, b, c, d] = [x1, y1, x2, y2].map((value) => shortNumber(value + margin)) as [
    string,
    string,
    string,
    string,
  ]
  const isLinear = gradient.type === 'linear'
  const place = isLinear
    ? `x1="${a}" y1="${b}" x2="${c}" y2="${d}"`
    : `cx="${a}" cy="${b}" r="${shortNumber(radius)}"`
  const name = isLinear ? 'linearGradient' : 'radialGradient'
  const stops = `<stop stop-color="${shortHex(from)}"/><stop offset="1" stop-color="${shortHex(to)}"/>`
  return `<defs><${name} id="${GRADIENT_ID}" gradientUnits="userSpaceOnUse" ${place}>${stops}</${name}></defs>`
}

/** Bytes as base64, RFC 4648 §4. */
function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

function logoElements({ logo: placed, margin, foreground }: Scene): string {
  if (!placed) return ''
  const { logo, layout, background } = placed
  const { x, y, width, height } = layout.drawing
  const { cleared } = layout
  const behind = background
    ? `<path fill="${shortHex(background)}" d="${outlinePath([rectangle(cleared.x, cleared.y, cleared.width, cleared.height, 0)], margin)}"/>`
    : ''
  const [left, top] = [shortNumber(x + margin), shortNumber(y + margin)]
  if (logo.kind === 'image') {
    const data = base64(encodeRgbaPng(logo.pixels))
    return (
      `${behind}<image x="${left}" y="${top}" width="${shortNumber(width)}" height="${shortNumber(height)}"` +
      ` preserveAspectRatio="none" xlink:href="data:image/png;base64,${data}"/>`
    )
  }
  parsePath(logo.path)
  const color = logo.color === undefined ? paintOf(foreground) : shortHex(parseColor(logo.color, 'logo'))
  const transform = `translate(${left} ${top}) scale(${(width / logo.width).toPrecision(6)})`
  return `${behind}<path fill="${color}" transform="${transform}" d="${logo.path}"/>`
}

function frameElement({ path, scale, x, y, paint }: FramePath, margin: number): string {
  parsePath(path)
  const place = `translate(${shortNumber(x + margin)} ${shortNumber(y + margin)})`
  const transform = scale === 1 ? place : `${place} scale(${scale.toPrecision(6)})`
  return `<path fill="${shortHex(paint)}" transform="${transform}" d="${path}"/>`
}

/**
 * The code as an SVG document without XML declaration, `viewBox` in modules with the quiet zone: a background, a path
 * for each colour, the logo. No clip paths, masks or styles, so that drawing programs open it unchanged. The width in
 * pixels is the one of the settings; the page that embeds it may set another.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function renderSvg(symbol: QrSymbol, design: QrDesign, options: SvgOptions = {}): string {
  if (!(Number.isInteger(design.size) && design.size > 0 && design.size <= MAX_IMAGE_SIZE)) {
    throw new QrDesignError('size', 'size-out-of-range')
  }
  const scene = buildScene(symbol, design)
  const { margin, background, gradient, box } = scene
  // coordinates count from the outer corner of the quiet zone
  const view = [box.x + margin, box.y + margin, box.width, box.height].map(shortNumber)
  const title = options.title ? `<title>${escapeXml(options.title)}</title>` : ''
  const description = options.description ? `<desc>${escapeXml(options.description)}</desc>` : ''
  const paper = background
    ? `<path fill="${shortHex(background)}" d="M${view[0]} ${view[1]}h${view[2]}v${view[3]}H${view[0]}z"/>`
    : ''
  const links = scene.logo?.logo.kind === 'image' ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : ''
  const frame = scene.framePaths.map((path) => frameElement(path, margin)).join('')
  const plain = isPlain(scene)
  const code = plain
    ? `<path fill="${paintOf(scene.foreground)}" d="${moduleOutlines(symbol, margin)}"/>`
    : sceneFills(scene)
        .map(({ contours, paint }) => `<path fill="${paintOf(paint)}" d="${outlinePath(contours, margin)}"/>`)
        .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg"${links} width="${design.size}" height="${shortNumber((design.size * box.height) / box.width)}"` +
    ` viewBox="${view.join(' ')}"${plain && frame === '' ? ' shape-rendering="crispEdges"' : ''}>` +
    `${title}${description}${gradient ? gradientElement(gradient, scene) : ''}${paper}${frame}${code}${logoElements(scene)}</svg>`
  )
}
