import { QrDesignError } from '../design-error'
import { partAt, type QrSymbol } from '../symbol/encode'
import { alignmentCentres } from '../symbol/layout'
import { parseColor, type Rgb } from './color'
import { type Contour, rectangle, reversed, traceContours } from './contours'
import { type FramePath, frameLayout, MIN_FRAMED_MARGIN } from './frame'
import { MAX_MARGIN } from './limits'
import { type Box, type LogoLayout, logoLayout, type QrLogo } from './logo'
import {
  QR_EYE_SHAPES,
  QR_STYLES,
  type QrDesign,
  type QrEyeShape,
  type QrGradient,
  type QrStyle,
} from './settings'

/** A colour, or the gradient of the design over the whole symbol. */
export type Paint = Rgb | 'gradient'

/** Outlines filled with one paint (non-zero winding). */
export interface Fill {
  readonly contours: readonly Contour[]
  readonly paint: Paint
}

/** How the modules that are not drawn as solid patterns look. */
export interface ModuleShape {
  readonly style: QrStyle
  /** Corner radius in modules for rounded and connected, radius of the disc for dots. */
  readonly radius: number
}

/** A solid square pattern: a frame one module wide and a dot inside. */
export interface SolidPattern {
  /** Top left corner in modules. */
  readonly x: number
  readonly y: number
  /** Modules a side: 7 for an eye, 5 for an alignment pattern. */
  readonly side: number
  readonly frameRadius: number
  readonly dotRadius: number
  readonly framePaint: Paint
  readonly dotPaint: Paint
}

/** All that is drawn of a code, in modules from the top left of the symbol; the same for every output. */
export interface Scene {
  readonly size: number
  readonly margin: number
  /** The whole picture: symbol, quiet zone and frame. */
  readonly box: Box
  /** What a frame paints below the code; empty without one. */
  readonly framePaths: readonly FramePath[]
  /** Null for a transparent background. */
  readonly background: Rgb | null
  readonly foreground: Paint
  readonly gradient: QrGradient | null
  readonly shape: ModuleShape
  /** Row-major, 1 = dark and drawn by itself: not part of a solid pattern, not left out for the logo. */
  readonly modules: Uint8Array
  readonly patterns: readonly SolidPattern[]
  readonly logo: {
    readonly logo: QrLogo
    readonly layout: LogoLayout
    readonly background: Rgb | null
  } | null
}

/** Radius of a dot in modules: the share of the cell that kept its score in the measurements. */
const DOT_RADIUS = 0.45
/** Usual corner radius in modules of the styles that round. */
const USUAL_RADIUS: Readonly<Record<QrStyle, number>> = {
  square: 0,
  rounded: 0.3,
  dots: DOT_RADIUS,
  connected: 0.42,
}

function moduleShape({ style, borderRadius }: QrDesign): ModuleShape {
  if (!QR_STYLES.includes(style)) throw new QrDesignError('style', 'invalid-style')
  if (!(borderRadius >= 0 && borderRadius <= 100)) throw new QrDesignError('borderRadius', 'invalid-radius')
  const canRound = style === 'rounded' || style === 'connected'
  const radius = canRound && borderRadius > 0 ? borderRadius / 200 : USUAL_RADIUS[style]
  return { style, radius }
}

/** Corner radii of the 7 × 7 frame and the 3 × 3 dot of an eye, in modules. */
const EYE_RADII: Readonly<Record<QrEyeShape, readonly [frame: number, dot: number]>> = {
  square: [0, 0],
  rounded: [2, 1],
  circle: [3.5, 1.5],
}

function eyePatterns(size: number, design: QrDesign, foreground: Paint): SolidPattern[] {
  const shape = design.eyeShape ?? 'square'
  if (!QR_EYE_SHAPES.includes(shape)) throw new QrDesignError('eyeShape', 'invalid-eyes')
  const [frameRadius, dotRadius] = EYE_RADII[shape]
  const usual = design.eyeColor === undefined ? foreground : parseColor(design.eyeColor, 'eyeColor')
  const corners: readonly [number, number][] = [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ]
  return corners.map(([x, y], index) => {
    const { frame, dot } = design.eyes?.[index] ?? {}
    const framePaint = frame === undefined ? usual : parseColor(frame, 'eyes')
    const dotPaint = dot === undefined ? usual : parseColor(dot, 'eyes')
    return { x, y, side: 7, frameRadius, dotRadius, framePaint, dotPaint }
  })
}

/** With dots the alignment patterns are solid too: decoders look for their rings. */
function alignmentPatterns(symbol: QrSymbol, foreground: Paint, layout: LogoLayout | null): SolidPattern[] {
  const centres = alignmentCentres(symbol.version)
  const patterns: SolidPattern[] = []
  for (const centreY of centres) {
    for (const centreX of centres) {
      if (partAt(symbol, centreX, centreY) !== 'alignment') continue
      const x = centreX - 2
      const y = centreY - 2
      if (layout && touches(layout, x, y, 5)) continue
      const paints = { framePaint: foreground, dotPaint: foreground }
      patterns.push({ x, y, side: 5, frameRadius: 1.5, dotRadius: 0.5, ...paints })
    }
  }
  return patterns
}

function touches({ cleared }: LogoLayout, x: number, y: number, side: number): boolean {
  const { width, height } = cleared
  return x < cleared.x + width && y < cleared.y + height && x + side > cleared.x && y + side > cleared.y
}

function looseModules(
  symbol: QrSymbol,
  patterns: readonly SolidPattern[],
  layout: LogoLayout | null,
): Uint8Array {
  const { size } = symbol
  const modules = symbol.modules.slice()
  for (const { x, y, side } of patterns) {
    for (let row = y; row < y + side; row++) modules.fill(0, row * size + x, row * size + x + side)
  }
  if (!layout) return modules
  const { x, y, width, height } = layout.cleared
  for (let row = y; row < y + height; row++) modules.fill(0, row * size + x, row * size + x + width)
  return modules
}

function checkGradient(gradient: QrGradient): QrGradient {
  const { type, colors, angle = 0 } = gradient
  if ((type !== 'linear' && type !== 'radial') || colors.length !== 2 || !Number.isFinite(angle)) {
    throw new QrDesignError('gradient', 'invalid-gradient')
  }
  for (const color of colors) parseColor(color, 'gradient')
  return gradient
}

/** Modules of the quiet zone of a design. */
export const quietZone = ({ margin, frame }: Pick<QrDesign, 'margin' | 'frame'>): number =>
  frame ? Math.max(margin, MIN_FRAMED_MARGIN) : margin

/**
 * Lays out a code.
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function buildScene(symbol: QrSymbol, design: QrDesign): Scene {
  if (!Number.isInteger(design.margin) || design.margin < 0 || design.margin > MAX_MARGIN)
    throw new QrDesignError('margin', 'invalid-margin')
  const margin = quietZone(design)
  const gradient = design.gradient ? checkGradient(design.gradient) : null
  const solid = parseColor(design.foregroundColor, 'foregroundColor')
  const foreground: Paint = gradient ? 'gradient' : solid
  const background =
    design.backgroundColor === 'transparent' ? null : parseColor(design.backgroundColor, 'backgroundColor')
  const layout = design.logo ? logoLayout(design.logo, symbol.size) : null
  const shape = moduleShape(design)
  const patterns = eyePatterns(symbol.size, design, foreground)
  if (shape.style === 'dots') patterns.push(...alignmentPatterns(symbol, foreground, layout))
  const logoColor = design.logo?.background
  const side = symbol.size + 2 * margin
  const frame = design.frame
    ? frameLayout(design.frame, design.frameLines ?? [], symbol.size, margin)
    : { box: { x: -margin, y: -margin, width: side, height: side }, paths: [] }
  return {
    size: symbol.size,
    margin,
    box: frame.box,
    framePaths: frame.paths,
    background,
    foreground,
    gradient,
    shape,
    modules: looseModules(symbol, patterns, layout),
    patterns,
    logo:
      design.logo && layout
        ? {
            logo: design.logo,
            layout,
            background: logoColor === undefined ? null : parseColor(logoColor, 'logo'),
          }
        : null,
  }
}

/** Whether the module in column x and row y is dark and drawn by itself; false outside. */
export const isLoose = ({ size, modules }: Scene, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < size && y < size && modules[y * size + x] === 1

function moduleContours(scene: Scene): Contour[] {
  const { size, shape } = scene
  const isDark = (x: number, y: number): boolean => isLoose(scene, x, y)
  if (shape.style === 'square' || shape.style === 'connected')
    return traceContours(size, isDark, shape.radius)
  const inset = shape.style === 'dots' ? 0.5 - shape.radius : 0
  const contours: Contour[] = []
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (isDark(x, y))
        contours.push(rectangle(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset, shape.radius))
    }
  }
  return contours
}

function frameContours({ x, y, side, frameRadius }: SolidPattern): Contour[] {
  const inner = Math.max(0, frameRadius - 1)
  return [
    rectangle(x, y, side, side, frameRadius),
    reversed(rectangle(x + 1, y + 1, side - 2, side - 2, inner)),
  ]
}

const dotContour = ({ x, y, side, dotRadius }: SolidPattern): Contour =>
  rectangle(x + 2, y + 2, side - 4, side - 4, dotRadius)

const paintKey = (paint: Paint): string =>
  paint === 'gradient' ? paint : `${paint.red},${paint.green},${paint.blue}`

/** The outlines of modules and patterns, one fill for each paint. */
export function sceneFills(scene: Scene): Fill[] {
  const fills = new Map<string, { contours: Contour[]; paint: Paint }>()
  const add = (paint: Paint, contours: readonly Contour[]): void => {
    const fill = fills.get(paintKey(paint)) ?? { contours: [], paint }
    for (const contour of contours) fill.contours.push(contour)
    fills.set(paintKey(paint), fill)
  }
  add(scene.foreground, moduleContours(scene))
  for (const pattern of scene.patterns) {
    add(pattern.framePaint, frameContours(pattern))
    add(pattern.dotPaint, [dotContour(pattern)])
  }
  return [...fills.values()]
}

/** Whether the code is drawn by square modules in one solid colour: no rounding, no other colours, no logo. */
export const isPlain = ({ shape, patterns, foreground, logo }: Scene): boolean =>
  shape.style === 'square' &&
  foreground !== 'gradient' &&
  logo === null &&
  patterns.every(
    ({ frameRadius, framePaint, dotPaint }) =>
      frameRadius === 0 &&
      paintKey(framePaint) === paintKey(foreground) &&
      paintKey(dotPaint) === paintKey(foreground),
  )
