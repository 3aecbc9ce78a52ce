import { deflateSync } from 'node:zlib'
import {
  type CaptionArea,
  type CaptionKind,
  type DrawnSheetPage,
  drawSheetPage,
  graphemesOf,
  type LabelCaption,
  MIN_MODULE,
  pictureShape,
  planLabel,
  type QrDesign,
  QrDesignError,
  type SheetCell,
  type SheetDrawing,
  type SheetLabel,
  type SheetPlan,
  type TextOutline,
} from '@scanleaf/qr'
import { isReadInPrint } from '@scanleaf/qr/scan-check'
import { AppError } from '../../platform/app-error'
import { scanDecoders } from './decoders'
import { captionOutline, MAX_CAPTION_LINE } from './frame-lines'
import { symbolOf } from './symbol'

/** Smallest letters of a line, as a share of the size that it would have. */
const MIN_LETTERS = 0.5

/** A code on a label, and its words from top to bottom. */
export interface LabelOf<Code> {
  cell: SheetCell
  code: Code
  captions: { kind: CaptionKind; text: string }[]
}

/** Labels of one page. */
export interface SheetPageOf<Code> {
  plan: SheetPlan
  labels: LabelOf<Code>[]
  drawing: SheetDrawing
  /** Of the captions. */
  language: string
}

type Sent = { payload: string; settings: Pick<QrDesign, 'errorCorrectionLevel'> }
type DesignOf<Code> = (code: Code) => Promise<QrDesign>

/** Labels that cannot be drawn stay empty. @param known keys of resources that the file has already */
export async function drawLabels<Code extends Sent>(
  { plan, labels, drawing, language }: SheetPageOf<Code>,
  known: ReadonlySet<string>,
  designOf: DesignOf<Code>,
): Promise<DrawnSheetPage> {
  const drawable: { cell: SheetCell; label: SheetLabel }[] = []
  for (const { cell, code, captions } of labels) {
    const label = await unlessRefused(async () => {
      const symbol = symbolOf(code.payload, code.settings.errorCorrectionLevel)
      const design = await designOf(code)
      const [face] = cell.faces
      const kinds = captions.map(({ kind }) => kind)
      const areas =
        face && planLabel(face, plan, pictureShape(symbol, design), kinds, drawing.codeSide).captions
      return { symbol, design, captions: await outlined(captions, areas ?? [], language) }
    })
    if (label) drawable.push({ cell, label })
  }
  return drawSheetPage(plan, drawable, drawing, known, (data) => deflateSync(data))
}

/** Of each label whether it is read when it is printed. */
export async function readLabels<Code extends Sent>(
  { plan, labels, drawing }: SheetPageOf<Code>,
  designOf: DesignOf<Code>,
): Promise<boolean[]> {
  const decoders = await scanDecoders()
  const read: boolean[] = []
  for (const { cell, code, captions } of labels) {
    const isRead = await unlessRefused(async () => {
      const symbol = symbolOf(code.payload, code.settings.errorCorrectionLevel)
      const design = await designOf(code)
      const [face] = cell.faces
      if (!face) return false
      const kinds = captions.map(({ kind }) => kind)
      const shape = pictureShape(symbol, design)
      const { picture, module } = planLabel(face, plan, shape, kinds, drawing.codeSide)
      if (module < MIN_MODULE) return false
      return isReadInPrint(code.payload, symbol, design, picture.width, decoders)
    })
    read.push(isRead ?? false)
  }
  return read
}

/** Null for a code that cannot be drawn as it is stored. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'ValidationError'
    if (isRefused || error instanceof QrDesignError) return null
    throw error
  }
}

async function outlined(
  captions: readonly { kind: CaptionKind; text: string }[],
  areas: readonly CaptionArea[],
  language: string,
): Promise<LabelCaption[]> {
  const lines: LabelCaption[] = []
  for (const { kind, text } of captions) {
    const area = areas.find((each) => each.kind === kind)
    const outline = area && (await fittingOutline(text, area, language))
    if (outline) lines.push({ kind, text, outline })
  }
  return lines
}

/**
 * A line that would get letters of less than half of their size ends in an ellipsis where it fits. An id or a link is
 * typed by people whose camera fails, so it stays whole in smaller letters.
 */
export async function fittingOutline(
  text: string,
  area: Pick<CaptionArea, 'kind' | 'width' | 'em'>,
  language: string,
): Promise<TextOutline | null> {
  const outline = await captionOutline(text, language)
  if (!outline) return null
  const room = (area.width * outline.em) / (MIN_LETTERS * area.em)
  if (outline.width <= room || area.kind === 'id' || area.kind === 'link') return outline
  const all = graphemesOf(text)
  const kept = Math.max(1, Math.floor((Math.min(all.length, MAX_CAPTION_LINE) * room) / outline.width) - 1)
  return captionOutline(`${all.slice(0, kept).join('').trimEnd()}…`, language)
}
