import { CAPITAL_HEIGHT, type FrameTextOutline } from '../design/frame'
import type { Box } from '../design/logo'
import { buildScene, type Scene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import type { QrSymbol } from '../symbol/encode'
import type { SheetPlan } from './layouts'
import { isRightToLeft, LINE_HEIGHT, type MeasureText, type SetWords, setWords } from './words'

/** What a caption of a label says: of the code, or the same words on every label. */
export const CAPTION_KINDS = ['name', 'text', 'id', 'link'] as const
export type CaptionKind = (typeof CAPTION_KINDS)[number]

/** What a caption takes: one line of letters of its usual size, unless it is set otherwise. */
export interface CaptionShape {
  readonly kind: CaptionKind
  /** Number of lines. */
  readonly lineCount?: number
  /** Size of the letters in millimetres. */
  readonly em?: number
}

/** Where a caption goes, in millimetres: its lines have equal shares of the height. */
export interface CaptionArea extends Box {
  readonly kind: CaptionKind
  /** Largest size of the letters. */
  readonly em: number
  readonly lineCount: number
  /** `start` is the right in a text from right to left. */
  readonly align: 'start' | 'center'
}

/** A caption and its words. */
export interface CaptionWords {
  readonly kind: CaptionKind
  readonly text: string
}

/** A caption whose words are set in lines. */
export interface SetCaption extends SetWords {
  readonly kind: CaptionKind
  /** Direction of all of its lines. */
  readonly isRightToLeft: boolean
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
  /** Height that is left for more lines, in millimetres. */
  readonly spare: number
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
 * Places a code and its words on one side of a label. The code is as large as it is with one line of each caption, so
 * that codes of one sheet are equal; more lines take what is left.
 * @param codeSide wanted side of the symbol without its quiet zone, in millimetres; as large as fits without one
 */
export function planLabel(
  face: Box,
  { shape, isWholePage }: Pick<SheetPlan, 'shape' | 'isWholePage'>,
  picture: PictureShape,
  captions: readonly CaptionShape[],
  codeSide = Number.POSITIVE_INFINITY,
): LabelPlan {
  const inner = innerBox(face, shape)
  const isBeside = captions.length > 0 && shape === 'rectangle' && inner.width >= BESIDE * inner.height
  const module = (width: number, height: number): number =>
    Math.min(width / picture.box.width, height / picture.box.height, codeSide / picture.size)
  return isBeside
    ? beside(inner, picture, captions, module)
    : stacked(inner, isWholePage, picture, captions, module)
}

/**
 * Sets the words of the captions of a label. A name and own words take as many lines as there are, the name first; an
 * id or a link is typed by people whose camera fails, so it stays one line and whole.
 * @param label planned with one line of each
 */
export function setCaptions(
  { captions: areas, spare }: LabelPlan,
  captions: readonly CaptionWords[],
  measure: MeasureText,
  language: string,
): SetCaption[] {
  let left = spare
  return captions.map(({ kind, text }) => {
    const area = areas.find((each) => each.kind === kind)
    if (!area) throw new Error('a caption without a place')
    const { width, height, em } = area
    const isOneLine = kind === 'id' || kind === 'link'
    const set = isOneLine
      ? { lines: [text], em, isCut: false }
      : setWords(text, { width, height: height + left, em }, measure, language)
    left -= Math.max(0, set.lines.length * set.em * LINE_HEIGHT - height)
    return { ...set, kind, isRightToLeft: isRightToLeft(text) }
  })
}

type ModuleIn = (width: number, height: number) => number

function placed(picture: PictureShape, module: number, x: number, y: number) {
  const box = { x, y, width: picture.box.width * module, height: picture.box.height * module }
  return { picture: box, module, side: picture.size * module }
}

function beside(
  inner: Box,
  picture: PictureShape,
  captions: readonly CaptionShape[],
  moduleIn: ModuleIn,
): LabelPlan {
  const module = moduleIn(inner.width * CODE_SHARE, inner.height)
  const [width, height] = [picture.box.width * module, picture.box.height * module]
  const gap = clamp(inner.height * 0.06, 1.2, 8)
  const column = { x: inner.x + width + gap, width: inner.width - width - gap }
  const total = captions.reduce((sum, { kind }) => sum + WEIGHT[kind], 0) * LINE_HEIGHT
  const em = Math.min(inner.height * 0.15, inner.height / total)
  const lines = captions.map((caption) => linesOf(caption, em * WEIGHT[caption.kind]))
  const y = inner.y + (inner.height - heightOf(lines)) / 2
  return {
    ...placed(picture, module, inner.x, inner.y + (inner.height - height) / 2),
    captions: oneBelowOther(lines, { ...column, y }, 'start'),
    spare: inner.height - em * total,
  }
}

/** A caption with the height of its lines. */
function linesOf({ kind, lineCount = 1, em: set }: CaptionShape, usual: number) {
  const em = set ?? usual
  return { kind, lineCount, em, height: lineCount * em * LINE_HEIGHT }
}
type CaptionLines = ReturnType<typeof linesOf>

const heightOf = (captions: readonly { readonly height: number }[]): number =>
  captions.reduce((sum, { height }) => sum + height, 0)

const oneBelowOther = (
  captions: readonly CaptionLines[],
  { x, y, width }: Omit<Box, 'height'>,
  align: CaptionArea['align'],
): CaptionArea[] =>
  captions.map((caption, index) => ({
    ...caption,
    ...{ x, y: y + heightOf(captions.slice(0, index)), width, align },
  }))

function stacked(
  inner: Box,
  isWholePage: boolean,
  picture: PictureShape,
  captions: readonly CaptionShape[],
  moduleIn: ModuleIn,
): LabelPlan {
  const em = isWholePage
    ? Math.min(inner.width * 0.085, inner.height * 0.07)
    : Math.min(inner.width * 0.13, inner.height * 0.1)
  const isAbove = ({ kind }: CaptionShape): boolean => isWholePage && kind === 'text'
  const set = ({ kind, ...shape }: CaptionShape): CaptionLines =>
    linesOf({ kind, ...shape }, em * (isAbove({ kind }) ? HEADLINE_WEIGHT : WEIGHT[kind]))
  const above = captions.filter(isAbove).map(set)
  const below = captions.filter((caption) => !isAbove(caption)).map(set)
  const gap = em * 0.4
  const gaps = (above.length > 0 ? gap : 0) + (below.length > 0 ? gap : 0)
  const usual = heightOf(captions.map(({ kind }) => set({ kind }))) + gaps
  const module = moduleIn(inner.width * (isWholePage ? PAGE_CODE_SHARE : 1), inner.height - usual)
  const [width, height] = [picture.box.width * module, picture.box.height * module]
  const words = heightOf(above) + heightOf(below) + gaps
  const top = inner.y + (inner.height - height - words) / 2
  const codeTop = top + heightOf(above) + (above.length > 0 ? gap : 0)
  const area = { x: inner.x, width: inner.width }
  return {
    ...placed(picture, module, inner.x + (inner.width - width) / 2, codeTop),
    captions: [
      ...oneBelowOther(above, { ...area, y: top }, 'center'),
      ...oneBelowOther(below, { ...area, y: codeTop + height + gap }, 'center'),
    ],
    spare: inner.height - height - usual,
  }
}

/**
 * Outlines of the lines of a caption in its area: each path by `scale`, moved to x, y. All have the scale of the one
 * with the least room.
 */
export function placeCaption(
  { x, y, width, height, em, align }: CaptionArea,
  outlines: readonly FrameTextOutline[],
  isFromRight: boolean,
): { scale: number; x: number; y: number }[] {
  const line = height / outlines.length
  const scale = Math.min(
    ...outlines.map((outline) => Math.min(em / outline.em, width / outline.width, line / outline.height)),
  )
  const share = align === 'center' ? 0.5 : isFromRight ? 1 : 0
  return outlines.map((outline, index) => {
    const top = y + index * line
    // the middle of the capitals is the middle of the line, unless marks above or below would leave it
    const wanted = top + line / 2 + scale * ((CAPITAL_HEIGHT * outline.em) / 2 - outline.baseline)
    return {
      scale,
      x: x + share * (width - outline.width * scale),
      y: clamp(wanted, top, top + line - outline.height * scale),
    }
  })
}
