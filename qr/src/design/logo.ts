import { QrDesignError } from '../design-error'

/** Pixels in sRGB with straight alpha: RGBA, row-major. */
export interface RgbaPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray
}

/** What both kinds of logo have in common. */
interface LogoPlace {
  /** Colour behind the logo, over the modules left out; without it the background of the code shows. */
  readonly background?: string
}

/** A picture. The caller decodes gif, jpeg or png; this workspace has no decoder. */
export interface QrImageLogo extends LogoPlace {
  readonly kind: 'image'
  readonly pixels: RgbaPixels
  /** Longer side as a share of the width of the symbol; default {@link IMAGE_LOGO_SHARE}. */
  readonly share?: number
}

/** Outlines, such as those of a text that the server shaped. */
export interface QrPathLogo extends LogoPlace {
  readonly kind: 'path'
  /** SVG path data of absolute M, L, H, V, Q, C and Z; non-zero winding. */
  readonly path: string
  /** The box of the path: 0 0 width height. */
  readonly width: number
  readonly height: number
  /** Default the colour of the modules. */
  readonly color?: string
  /** Height as a share of the width of the symbol; default {@link TEXT_LOGO_SHARE}. */
  readonly share?: number
}

export type QrLogo = QrImageLogo | QrPathLogo

/** Shares of the width of the symbol, spec §9. */
export const IMAGE_LOGO_SHARE = 0.2
export const TEXT_LOGO_SHARE = 0.08
/** A long text is made smaller so that its box does not get wider than this. */
const MAX_TEXT_WIDTH = 0.45
/** Light space around a logo, in modules, before the box grows to whole modules. */
const CLEARANCE = 0.5
/** Largest share of a logo; the scan check decides far below. */
const MAX_SHARE = 0.5

/** A rectangle in modules from the top left of the symbol. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a logo is drawn, and the whole modules that are left out for it. */
export interface LogoLayout {
  readonly drawing: Box
  readonly cleared: Box
}

function drawingSize(logo: QrLogo, size: number): { width: number; height: number } {
  const share = logo.share ?? (logo.kind === 'image' ? IMAGE_LOGO_SHARE : TEXT_LOGO_SHARE)
  const { width, height } = logo.kind === 'image' ? logo.pixels : logo
  if (!(share > 0 && share <= MAX_SHARE && width > 0 && height > 0))
    throw new QrDesignError('logo', 'invalid-logo')
  if (logo.kind === 'image') {
    const unit = (share * size) / Math.max(width, height)
    return { width: width * unit, height: height * unit }
  }
  const unit = Math.min((share * size) / height, (MAX_TEXT_WIDTH * size) / width)
  return { width: width * unit, height: height * unit }
}

/** Grows a length to whole modules around the centre: the symbol's size is odd, so the modules are odd in number. */
function clearedModules(length: number): number {
  const modules = Math.ceil(length + 2 * CLEARANCE)
  return modules % 2 === 1 ? modules : modules + 1
}

/**
 * Centres a logo on a symbol of `size` modules a side.
 * @throws {QrDesignError} `invalid-logo` for an empty logo or a share that is not above 0 and at most one half
 */
export function logoLayout(logo: QrLogo, size: number): LogoLayout {
  const { width, height } = drawingSize(logo, size)
  const columns = clearedModules(width)
  const rows = clearedModules(height)
  return {
    drawing: { x: (size - width) / 2, y: (size - height) / 2, width, height },
    cleared: { x: (size - columns) / 2, y: (size - rows) / 2, width: columns, height: rows },
  }
}
