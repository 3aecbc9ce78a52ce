import { contrastRatio, parseColor, type Rgb } from '../design/color'
import { KAPPA } from '../design/contours'
import type { FrameTextOutline } from '../design/frame'
import type { Box } from '../design/logo'
import { buildScene } from '../design/scene'
import type { QrDesign } from '../design/settings'
import { plainNumber } from '../render/numbers'
import { outlineParts } from '../render/outline-parts'
import { parsePath } from '../render/path-data'
import { outlineForm, PDF_OPERATORS, sceneContent } from '../render/pdf'
import { type Deflate, latin1, POINTS_PER_MM, packed, textString } from '../render/pdf-file'
import { fillColor, type PdfResource, PdfResources } from '../render/pdf-resources'
import { type PrintColors, writeSteps } from '../render/vector'
import type { QrSymbol } from '../symbol/encode'
import { type CaptionKind, placeCaption, planLabel } from './label'
import type { SheetCell, SheetFace, SheetLine, SheetPlan } from './layouts'

/** A caption with the outlines of its lines, in the order from top to bottom. */
export interface LabelCaption {
  readonly kind: CaptionKind
  /** Size of the letters in millimetres. */
  readonly em: number
  readonly isRightToLeft: boolean
  readonly lines: readonly { readonly text: string; readonly outline: FrameTextOutline }[]
}

/** A code as it is printed, and the words beside it. */
export interface SheetLabel {
  readonly symbol: QrSymbol
  readonly design: QrDesign
  readonly captions: readonly LabelCaption[]
}

export interface SheetDrawing {
  readonly colors: PrintColors
  /** Wanted side of the symbols without their quiet zone, in millimetres; as large as fits without one. */
  readonly codeSide?: number
}

/** The content of a page, compressed, and what it uses by a name. */
export interface DrawnSheetPage {
  readonly content: Uint8Array
  readonly resources: readonly PdfResource[]
}

const BLACK: Rgb = { red: 0, green: 0, blue: 0 }
const WHITE: Rgb = { red: 255, green: 255, blue: 255 }
/** Millimetres, as the user space of a page. */
const LINE_WIDTH = 0.1
const LINE_STYLES: Readonly<Record<SheetLine['kind'], string>> = {
  cut: '0.6 G [1 1] 0 d',
  fold: '0.6 G [3 1.5] 0 d',
  crop: '0 G [] 0 d',
}

const n = plainNumber

/**
 * Draws the labels of a page.
 * @param known keys of resources that the file has already
 * @param deflate compresses as zlib does (RFC 1950); ours is made for pictures
 * @throws {QrDesignError} with the name of the setting that cannot be drawn
 */
export function drawSheetPage(
  plan: SheetPlan,
  labels: readonly { readonly cell: SheetCell; readonly label: SheetLabel }[],
  drawing: SheetDrawing,
  known: ReadonlySet<string> = new Set(),
  deflate: Deflate = packed,
): DrawnSheetPage {
  const resources = new PdfResources(drawing.colors, known, deflate)
  const points = n(POINTS_PER_MM)
  // from here on millimetres from the top left, downwards
  const space = `${points} 0 0 -${points} 0 ${n(plan.height * POINTS_PER_MM)} cm`
  const content = [
    space,
    ...labels.flatMap(({ cell, label }) => labelContent(plan, cell, label, drawing, resources)),
    ...lineContent(plan),
  ]
  return { content: deflate(latin1(content.join('\n'))), resources: resources.all() }
}

function labelContent(
  plan: SheetPlan,
  cell: SheetCell,
  label: SheetLabel,
  drawing: SheetDrawing,
  resources: PdfResources,
): string[] {
  const ground = plan.isWholePage ? groundOf(label.design) : null
  const ink = ground && contrastRatio(ground, WHITE) > contrastRatio(ground, BLACK) ? WHITE : BLACK
  const area = grown(cell.outline, plan.bleed)
  const filled = ground
    ? [
        `${fillColor(ground, drawing.colors)} ${n(area.x)} ${n(area.y)} ${n(area.width)} ${n(area.height)} re f`,
      ]
    : []
  const faces = cell.faces.map((face) => faceContent(plan, face, label, ink, drawing, resources))
  return [...filled, ...faces]
}

/** The colour of a page of one design; null for white paper. */
function groundOf({ backgroundColor }: QrDesign): Rgb | null {
  if (backgroundColor === 'transparent') return null
  const color = parseColor(backgroundColor, 'backgroundColor')
  return color.red === 255 && color.green === 255 && color.blue === 255 ? null : color
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

function faceContent(
  plan: SheetPlan,
  face: SheetFace,
  { symbol, design, captions }: SheetLabel,
  ink: Rgb,
  { colors, codeSide }: SheetDrawing,
  resources: PdfResources,
): string {
  const scene = buildScene(symbol, design)
  const shapes = captions.map(({ kind, em, lines }) => ({ kind, em, lineCount: lines.length }))
  const { picture, module, captions: areas } = planLabel(face, plan, scene, shapes, codeSide)
  const call = design.frameLines?.[0]
  const shared = new Map(call ? [[call.path, call]] : [])
  const turn = face.isTurned
    ? [`-1 0 0 -1 ${n(2 * face.x + face.width)} ${n(2 * face.y + face.height)} cm`]
    : []
  const left = picture.x - scene.box.x * module
  const top = picture.y - scene.box.y * module
  const words = captions.flatMap(({ kind, lines, isRightToLeft }) => {
    const area = areas.find((each) => each.kind === kind)
    if (!area) throw new Error('a caption without a place')
    const outlines = lines.map(({ outline }) => outline)
    return placeCaption(area, outlines, isRightToLeft).map(({ scale, x, y }, index) => {
      const line = lines[index] as LabelCaption['lines'][number]
      return { ...line, kind, place: `q ${six(scale)} 0 0 ${six(scale)} ${n(x)} ${n(y)} cm` }
    })
  })
  return [
    'q',
    ...turn,
    `q ${six(module)} 0 0 ${six(module)} ${n(left)} ${n(top)} cm`,
    sceneContent(scene, colors, resources, { shared }),
    'Q',
    ...(words.length > 0 ? [fillColor(ink, colors)] : []),
    ...words.map(({ kind, text, outline, place }) => {
      const drawn = kind === 'text' ? `/${outlineForm(outline, resources)} Do` : letters(outline, resources)
      // outlines have no characters: readers and searches find these (ISO 32000-1 §14.9.4)
      return `/Span << /ActualText ${textString(text)} >> BDC\n${place}\n${drawn}\nQ\nEMC`
    }),
    'Q',
  ].join('\n')
}

/** The letters of a line, each of which stands once in the file. */
export function letters({ path }: FrameTextOutline, resources: PdfResources): string {
  let [left, top] = [0, 0]
  return outlineParts(parsePath(path))
    .map(({ x, y, steps, bounds }) => {
      const box = [bounds.left, bounds.top, bounds.right, bounds.bottom] as const
      const form = resources.form(`${writeSteps(steps, PDF_OPERATORS)}\nf`, box)
      const move = `1 0 0 1 ${n(x - left)} ${n(y - top)} cm`
      left = x
      top = y
      return `${move} /${form} Do`
    })
    .join('\n')
}

/** Scales of outlines are small: four decimals would move the end of a line. */
export const six = (value: number): string => value.toFixed(6)

function lineContent({ lines, hasOutlines, cells }: SheetPlan): string[] {
  const drawn = lines.map(
    ({ kind, from, to }) => `${LINE_STYLES[kind]} ${n(from[0])} ${n(from[1])} m ${n(to[0])} ${n(to[1])} l S`,
  )
  const circles = hasOutlines ? cells.map(({ outline }) => `${LINE_STYLES.cut} ${circle(outline)} S`) : []
  return drawn.length + circles.length > 0 ? [`${LINE_WIDTH} w`, ...drawn, ...circles] : []
}

function circle({ x, y, width }: Box): string {
  const r = width / 2
  const [cx, cy] = [x + r, y + r]
  const arc = (fromX: number, fromY: number, toX: number, toY: number): string => {
    const [x1, y1] = [fromX === 0 ? toX * KAPPA : fromX, fromY === 0 ? toY * KAPPA : fromY]
    const [x2, y2] = [toX === 0 ? fromX * KAPPA : toX, toY === 0 ? fromY * KAPPA : toY]
    const at = (px: number, py: number): string => `${n(cx + r * px)} ${n(cy + r * py)}`
    return `${at(x1, y1)} ${at(x2, y2)} ${at(toX, toY)} c`
  }
  return `${n(cx + r)} ${n(cy)} m ${arc(1, 0, 0, 1)} ${arc(0, 1, -1, 0)} ${arc(-1, 0, 0, -1)} ${arc(0, -1, 1, 0)} h`
}
