import { QrDesignError } from '../design-error'
import { contrastRatio, luminance, parseColor, type Rgb } from './color'
import { KAPPA } from './contours'
import type { Box } from './logo'

/** Frames around a code; where each has its words is in its name or below the code. */
export const QR_FRAME_KINDS = ['below', 'above', 'ring', 'ticket', 'bubble'] as const
export type QrFrameKind = (typeof QR_FRAME_KINDS)[number]

/** What a frame says in its second line. */
export const QR_FRAME_LINES = ['name', 'id', 'link'] as const
export type QrFrameLine = (typeof QR_FRAME_LINES)[number]

/** A frame with a call to action, part of the stored design: printed words do not change with the reader's language. */
export interface QrFrame {
  kind: QrFrameKind
  /** The call to action: 1 to {@link MAX_FRAME_TEXT} graphemes on one line. */
  text: string
  /** Language of the text, BCP 47: it decides between shapes of Han characters. */
  language: string
  /** Colour of the bar, ring, ticket or bubble, `#RRGGBB` or `#RGB`. */
  color: string
  /** Colour of the words; default white or black, whichever is clearer. */
  textColor?: string
  /** A second line below the text. */
  line?: QrFrameLine
}

/** Longest call to action in graphemes. */
export const MAX_FRAME_TEXT = 30
/** Contrast (WCAG ratio) of the words with the colour of their frame. */
export const MIN_FRAME_CONTRAST = 4.5
/** Inside a frame the quiet zone has at least so many modules, whatever the margin of the settings. */
export const MIN_FRAMED_MARGIN = 2

/** Outlines of a line of text, whatever its script. */
export interface FrameTextOutline {
  /** SVG path data of absolute M, L, H, V, Q, C and Z; non-zero winding. */
  readonly path: string
  /** The box of the path: 0 0 width height. */
  readonly width: number
  readonly height: number
  /** Size of the font, in units of the path. */
  readonly em: number
  /** Distance of the baseline from the top of the box. */
  readonly baseline: number
}

/** A filled path of a frame: path data by `scale`, moved to x, y; in modules from the top left of the symbol. */
export interface FramePath {
  readonly path: string
  readonly scale: number
  readonly x: number
  readonly y: number
  readonly paint: Rgb
  /** The colour that it lies on; null for the background of the code. */
  readonly over: Rgb | null
}

export interface FrameLayout {
  /** The whole picture. */
  readonly box: Box
  /** In the order of painting, below the code. */
  readonly paths: readonly FramePath[]
}

const WHITE: Rgb = { red: 255, green: 255, blue: 255 }
const BLACK: Rgb = { red: 0, green: 0, blue: 0 }

/** The colour of the words of a frame. */
export function frameTextColor({ color, textColor }: Pick<QrFrame, 'color' | 'textColor'>): Rgb {
  if (textColor !== undefined) return parseColor(textColor, 'frame')
  return luminance(parseColor(color, 'frame')) > 0.179 ? BLACK : WHITE
}

/** Contrast (WCAG ratio) of the words with their frame. */
export const frameContrast = (frame: Pick<QrFrame, 'color' | 'textColor'>): number =>
  contrastRatio(parseColor(frame.color, 'frame'), frameTextColor(frame))

/* Lengths as shares of the code with its quiet zone. */
const EM = 0.115
const SECOND_EM = 0.07
/** The second line is at most so large as a share of the first, which may be narrowed to fit. */
const SECOND_SHARE = 0.8
const LINE_GAP = 0.035
/** Space above and below the words. */
const PADDING = 0.055
const SIDE_PADDING = 0.05
const BORDER = 0.045
const RADIUS = 0.07
const NOTCH = 0.045
const POINTER = 0.06

/** Height of a capital letter of Noto Sans, as a share of the size of the font. */
export const CAPITAL_HEIGHT = 0.714

const n = (value: number): string => String(Math.round(value * 1000) / 1000)
const M = (x: number, y: number): string => `M${n(x)} ${n(y)}`
const L = (x: number, y: number): string => `L${n(x)} ${n(y)}`

/** A quarter of a circle from one point to another by way of a corner. */
function quarter(
  fromX: number,
  fromY: number,
  cornerX: number,
  cornerY: number,
  x: number,
  y: number,
): string {
  const toward = (from: number, to: number): number => from + (to - from) * KAPPA
  return `C${n(toward(fromX, cornerX))} ${n(toward(fromY, cornerY))} ${n(toward(x, cornerX))} ${n(toward(y, cornerY))} ${n(x)} ${n(y)}`
}

/** A rectangle with rounded corners, clockwise. */
function roundRectangle({ x, y, width, height }: Box, r: number): string {
  const [right, bottom] = [x + width, y + height]
  return (
    `${M(x + r, y)}${L(right - r, y)}${quarter(right - r, y, right, y, right, y + r)}` +
    `${L(right, bottom - r)}${quarter(right, bottom - r, right, bottom, right - r, bottom)}` +
    `${L(x + r, bottom)}${quarter(x + r, bottom, x, bottom, x, bottom - r)}` +
    `${L(x, y + r)}${quarter(x, y + r, x, y, x + r, y)}Z`
  )
}

/** The same, the other way around: a hole in what lies around it. */
function roundHole({ x, y, width, height }: Box, r: number): string {
  const [right, bottom] = [x + width, y + height]
  return (
    `${M(x + r, y)}${quarter(x + r, y, x, y, x, y + r)}${L(x, bottom - r)}` +
    `${quarter(x, bottom - r, x, bottom, x + r, bottom)}${L(right - r, bottom)}` +
    `${quarter(right - r, bottom, right, bottom, right, bottom - r)}${L(right, y + r)}` +
    `${quarter(right, y + r, right, y, right - r, y)}Z`
  )
}

/** A ticket: rounded corners, and a half circle cut out of either side at the height `notchY`. */
function ticketOutline({ x, y, width, height }: Box, r: number, notchY: number, notch: number): string {
  const [right, bottom] = [x + width, y + height]
  return (
    `${M(x + r, y)}${L(right - r, y)}${quarter(right - r, y, right, y, right, y + r)}${L(right, notchY - notch)}` +
    `${quarter(right, notchY - notch, right - notch, notchY - notch, right - notch, notchY)}` +
    `${quarter(right - notch, notchY, right - notch, notchY + notch, right, notchY + notch)}` +
    `${L(right, bottom - r)}${quarter(right, bottom - r, right, bottom, right - r, bottom)}` +
    `${L(x + r, bottom)}${quarter(x + r, bottom, x, bottom, x, bottom - r)}${L(x, notchY + notch)}` +
    `${quarter(x, notchY + notch, x + notch, notchY + notch, x + notch, notchY)}` +
    `${quarter(x + notch, notchY, x + notch, notchY - notch, x, notchY - notch)}` +
    `${L(x, y + r)}${quarter(x, y + r, x, y, x + r, y)}Z`
  )
}

/** A rounded box with a pointer in the middle of its upper side. */
function bubbleOutline(box: Box, r: number, pointer: number): string {
  const { x, y, width, height } = box
  const middle = x + width / 2
  const tip = `${L(middle - pointer, y)}${L(middle, y - pointer)}${L(middle + pointer, y)}`
  return roundRectangle({ x, y, width, height }, r).replace(M(x + r, y), `${M(x + r, y)}${tip}`)
}

/** Dashes along a line. */
function dashes(x: number, y: number, width: number, unit: number): string {
  const count = Math.max(1, Math.round((width / unit + 1) / 2))
  const dash = width / (2 * count - 1)
  const half = unit / 6
  return Array.from({ length: count }, (_, index) => {
    const left = x + 2 * index * dash
    return `${M(left, y - half)}${L(left + dash, y - half)}${L(left + dash, y + half)}${L(left, y + half)}Z`
  }).join('')
}

/** The words of a frame, one below the other, in the middle of a box of its colour. */
function placeLines(
  lines: readonly FrameTextOutline[],
  area: Box,
  unit: number,
  frame: QrFrame,
): FramePath[] {
  const paint = frameTextColor(frame)
  const over = parseColor(frame.color, 'frame')
  const ems = lines.map((_, index) => (index === 0 ? EM : SECOND_EM) * unit)
  const total = ems.reduce((sum, em) => sum + em, 0) + LINE_GAP * unit * Math.max(0, lines.length - 1)
  let top = area.y + (area.height - total) / 2
  let largest = Number.POSITIVE_INFINITY
  return lines.map(({ path, width, height, em, baseline }, index) => {
    if (!(width > 0 && height > 0 && em > 0)) throw new QrDesignError('frame', 'invalid-frame')
    const room = ems[index] as number
    // letters of one size whatever their script; only marks above and below that would leave the bar make it smaller
    const tallest = lines.length === 1 ? area.height * 0.86 : room * 1.5
    const scale = Math.min(Math.min(room, largest) / em, area.width / width, tallest / height)
    largest = em * scale * SECOND_SHARE
    const middle = top + room / 2
    const wanted = middle + (CAPITAL_HEIGHT * em * scale) / 2 - baseline * scale
    const highest = area.y + area.height - height * scale
    const y = Math.min(Math.max(wanted, area.y), Math.max(area.y, highest))
    top += room + LINE_GAP * unit
    return { path, scale, x: area.x + (area.width - width * scale) / 2, y, paint, over }
  })
}

/**
 * Lays out a frame around a symbol.
 * @param size modules a side
 * @param margin quiet zone in modules
 * @param lines outlines of the call to action and of the second line; without them the frame is drawn without words
 */
export function frameLayout(
  frame: QrFrame,
  lines: readonly FrameTextOutline[],
  size: number,
  margin: number,
): FrameLayout {
  const side = size + 2 * margin
  const code: Box = { x: -margin, y: -margin, width: side, height: side }
  const paint = parseColor(frame.color, 'frame')
  const hasSecond = frame.line !== undefined
  const bar = (2 * PADDING + EM + (hasSecond ? LINE_GAP + SECOND_EM : 0)) * side
  const [border, radius, inner] = [BORDER * side, RADIUS * side, (RADIUS - BORDER / 2) * side]
  const shape = (path: string): FramePath => ({ path, scale: 1, x: 0, y: 0, paint, over: null })
  const words = (area: Box): FramePath[] =>
    placeLines(
      lines,
      { ...area, x: area.x + SIDE_PADDING * side, width: area.width - 2 * SIDE_PADDING * side },
      side,
      frame,
    )

  switch (frame.kind) {
    case 'below':
    case 'above': {
      // as wide as the symbol; the paper around it is as wide as the quiet zone
      const isBelow = frame.kind === 'below'
      const area = { x: 0, y: isBelow ? size + margin : -margin - bar, width: size, height: bar }
      const box = { ...code, y: isBelow ? -margin : -2 * margin - bar, height: side + bar + margin }
      return { box, paths: [shape(roundRectangle(area, radius)), ...words(area)] }
    }
    case 'ring': {
      const box = {
        x: -margin - border,
        y: -margin - border,
        width: side + 2 * border,
        height: side + border + bar,
      }
      const area = { ...box, y: size + margin, height: bar }
      return { box, paths: [shape(roundRectangle(box, radius) + roundHole(code, inner)), ...words(area)] }
    }
    case 'ticket': {
      const notch = NOTCH * side
      const top = size + margin + border + notch / 2
      const box = {
        x: -margin - border,
        y: -margin - border,
        width: side + 2 * border,
        height: side + 2 * border + notch / 2 + bar,
      }
      const line = { x: box.x + 2 * notch, width: box.width - 4 * notch }
      const ticket = ticketOutline(box, radius, top, notch) + roundHole(code, inner)
      const cut = dashes(line.x, top, line.width, notch / 2)
      return {
        box,
        paths: [
          shape(ticket),
          { path: cut, scale: 1, x: 0, y: 0, paint: frameTextColor(frame), over: paint },
          ...words({ ...box, y: top, height: bar }),
        ],
      }
    }
    case 'bubble': {
      const line = border / 2
      const pointer = POINTER * side
      const card = { x: -margin - line, y: -margin - line, width: side + 2 * line, height: side + 2 * line }
      const area = { x: card.x, y: size + margin + line + pointer * 1.4, width: card.width, height: bar }
      const box = { ...card, height: area.y + bar - card.y }
      const outline = roundRectangle(card, radius) + roundHole(code, radius - line)
      return { box, paths: [shape(outline + bubbleOutline(area, radius, pointer)), ...words(area)] }
    }
  }
}
