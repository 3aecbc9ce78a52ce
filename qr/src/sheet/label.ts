import { CAPITAL_HEIGHT, type TextOutline } from '../design/frame'
import type { Box } from '../design/logo'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import type { SheetPlan } from './layouts'

/** What a caption of a label says: of the code, or the same words on every label. */
export const CAPTION_KINDS = ['name', 'text', 'id', 'link'] as const
export type CaptionKind = (typeof CAPTION_KINDS)[number]

/** Where a line of a caption goes, in millimetres. */
export interface CaptionArea extends Box {
  readonly kind: CaptionKind
  /** Largest size of the letters. */
  readonly em: number
  readonly align: 'left' | 'center'
}

/** A code with its words on a label, in millimetres from the top left of the page. */
export interface LabelPlan {
  /** The whole picture: symbol, quiet zone and frame. */
  readonly picture: Box
  /** Of a module. */
  readonly module: number
  /** Side of the symbol without its quiet zone. */
  readonly side: number
  readonly captions: readonly CaptionArea[]
}

/** Modules a side of the symbol, and the box of its picture in modules from the top left of the symbol. */
export type PictureShape = Pick<Scene, 'size' | 'box'>

export function pictureShape(symbol: QrSymbol, design: QrDesign): PictureShape {
  const { size, box } = buildScene(symbol, design)
  return { size, box }
}

/** Sizes of the letters beside those of a name. */
const WEIGHT: Readonly<Record<CaptionKind, number>> = { name: 1, text: 0.72, id: 0.62, link: 0.62 }
/** Words of a whole page are read from afar. */
const HEADLINE_WEIGHT = 1.5
/** Height of a line as a multiple of the size of its letters: marks of all scripts above and below. */
const LINE_HEIGHT = 1.4
/** A label this much wider than high has its words beside the code. */
const BESIDE = 1.3
/** Most of the width that a code beside words takes, and the code on a whole page. */
const CODE_SHARE = 0.58
const PAGE_CODE_SHARE = 0.78

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** A label without the edge that a cutter or a printer may miss; of a round one, the square inside. */
function innerBox({ x, y, width, height }: Box, shape: SheetPlan['shape']): Box {
  const short = Math.min(width, height)
  const pad = shape === 'round' ? (short - short / Math.SQRT2) / 2 : clamp(short * 0.07, 1.5, 12)
  return { x: x + pad, y: y + pad, width: width - 2 * pad, height: height - 2 * pad }
}

/**
 * Places a code and its words on one side of a label.
 * @param codeSide wanted side of the symbol without its quiet zone, in millimetres; as large as fits without one
 */
export function planLabel(
  face: Box,
  { shape, isWholePage }: Pick<SheetPlan, 'shape' | 'isWholePage'>,
  picture: PictureShape,
  kinds: readonly CaptionKind[],
  codeSide = Number.POSITIVE_INFINITY,
): LabelPlan {
  const inner = innerBox(face, shape)
  const isBeside = kinds.length > 0 && shape === 'rectangle' && inner.width >= BESIDE * inner.height
  const module = (width: number, height: number): number =>
    Math.min(width / picture.box.width, height / picture.box.height, codeSide / picture.size)
  return isBeside
    ? beside(inner, picture, kinds, module)
    : stacked(inner, isWholePage, picture, kinds, module)
}

type ModuleIn = (width: number, height: number) => number

function placed(picture: PictureShape, module: number, x: number, y: number) {
  const box = { x, y, width: picture.box.width * module, height: picture.box.height * module }
  return { picture: box, module, side: picture.size * module }
}

function beside(
  inner: Box,
  picture: PictureShape,
  kinds: readonly CaptionKind[],
  moduleIn: ModuleIn,
): LabelPlan {
  const module = moduleIn(inner.width * CODE_SHARE, inner.height)
  const [width, height] = [picture.box.width * module, picture.box.height * module]
  const gap = clamp(inner.height * 0.06, 1.2, 8)
  const column = { x: inner.x + width + gap, width: inner.width - width - gap }
  const weights = kinds.map((kind) => WEIGHT[kind])
  const total = weights.reduce((sum, weight) => sum + weight, 0) * LINE_HEIGHT
  const em = Math.min(inner.height * 0.15, inner.height / total)
  let y = inner.y + (inner.height - em * total) / 2
  const captions = kinds.map((kind, index): CaptionArea => {
    const size = em * (weights[index] as number)
    const area = { ...column, y, height: size * LINE_HEIGHT, kind, em: size, align: 'left' } as const
    y += area.height
    return area
  })
  return { ...placed(picture, module, inner.x, inner.y + (inner.height - height) / 2), captions }
}

function stacked(
  inner: Box,
  isWholePage: boolean,
  picture: PictureShape,
  kinds: readonly CaptionKind[],
  moduleIn: ModuleIn,
): LabelPlan {
  const em = isWholePage
    ? Math.min(inner.width * 0.085, inner.height * 0.07)
    : Math.min(inner.width * 0.13, inner.height * 0.1)
  const isAbove = (kind: CaptionKind): boolean => isWholePage && kind === 'text'
  const sizeOf = (kind: CaptionKind): number => em * (isAbove(kind) ? HEADLINE_WEIGHT : WEIGHT[kind])
  const heightOf = (kind: CaptionKind): number => sizeOf(kind) * LINE_HEIGHT
  const sum = (some: readonly CaptionKind[]): number =>
    some.reduce((total, kind) => total + heightOf(kind), 0)
  const above = kinds.filter(isAbove)
  const below = kinds.filter((kind) => !isAbove(kind))
  const gap = em * 0.4
  const gaps = (above.length > 0 ? gap : 0) + (below.length > 0 ? gap : 0)
  const words = sum(kinds) + gaps
  const module = moduleIn(inner.width * (isWholePage ? PAGE_CODE_SHARE : 1), inner.height - words)
  const [width, height] = [picture.box.width * module, picture.box.height * module]
  let y = inner.y + (inner.height - height - words) / 2
  const areasOf = (some: readonly CaptionKind[]): CaptionArea[] =>
    some.map((kind) => {
      const area = { x: inner.x, y, width: inner.width, height: heightOf(kind) }
      y += area.height
      return { ...area, kind, em: sizeOf(kind), align: 'center' }
    })
  const headline = areasOf(above)
  if (above.length > 0) y += gap
  const code = placed(picture, module, inner.x + (inner.width - width) / 2, y)
  y += height + (below.length > 0 ? gap : 0)
  return { ...code, captions: [...headline, ...areasOf(below)] }
}

/** The outline of a line in its area: its path by `scale`, moved to x, y. Long lines get smaller letters. */
export function placeCaption(
  { x, y, width, height, em, align }: CaptionArea,
  outline: TextOutline,
): { scale: number; x: number; y: number } {
  const scale = Math.min(em / outline.em, width / outline.width, height / outline.height)
  const free = width - outline.width * scale
  // the middle of the capitals is the middle of the line, unless marks above or below would leave it
  const wanted = y + height / 2 + scale * ((CAPITAL_HEIGHT * outline.em) / 2 - outline.baseline)
  return {
    scale,
    x: x + (align === 'center' ? free / 2 : 0),
    y: clamp(wanted, y, y + height - outline.height * scale),
  }
}
