import { deflateSync } from 'node:zlib'
import {
  type CaptionWords,
  type DrawnSheetPage,
  drawSheetPage,
  type LabelCaption,
  type LabelPlan,
  MIN_MODULE,
  pictureShape,
  planLabel,
  type QrDesign,
  QrDesignError,
  type QrSymbol,
  type SetCaption,
  type SheetCell,
  type SheetDrawing,
  type SheetLabel,
  type SheetPlan,
  setCaptions,
} from '@scanleaf/qr'
import { isReadInPrint } from '@scanleaf/qr/scan-check'
import { isLanguage } from '@scanleaf/shared'
import { AppError } from '../../platform/app-error'
import { scanDecoders } from './decoders'
import { drawableText, lineOutline, secondLine } from './frame-lines'
import { textMeasure } from './outline'
import { symbolOf } from './symbol'

/** A code on a label, and its words from top to bottom. */
export interface LabelOf<Code> {
  cell: SheetCell
  code: Code
  captions: CaptionWords[]
}

/** Labels of one page. */
export interface SheetPageOf<Code> {
  plan: SheetPlan
  labels: LabelOf<Code>[]
  drawing: SheetDrawing
  /** Of the captions. */
  language: string
}

/** What comes out of a label when it is printed. */
export interface LabelReading {
  isRead: boolean
  /** Whether words had to be cut. */
  isCut: boolean
  /** Letters of its words that no font has, each once. */
  missing: string[]
}

interface Sent {
  payload: string
  settings: Pick<QrDesign, 'errorCorrectionLevel' | 'frame'>
  frameLine?: string | null
}
type DesignOf<Code> = (code: Code) => Promise<QrDesign>

/** A label with its words in lines. */
interface SetLabel {
  symbol: QrSymbol
  design: QrDesign
  plan: LabelPlan
  captions: SetCaption[]
  missing: string[]
}

/** Labels that cannot be drawn stay empty. @param known keys of resources that the file has already */
export async function drawLabels<Code extends Sent>(
  page: SheetPageOf<Code>,
  known: ReadonlySet<string>,
  designOf: DesignOf<Code>,
): Promise<DrawnSheetPage> {
  const drawable: { cell: SheetCell; label: SheetLabel }[] = []
  for (const each of page.labels) {
    const label = await unlessRefused(async () => {
      const { symbol, design, captions } = await setLabel(page, each, designOf)
      return { symbol, design, captions: await outlined(captions, page.language) }
    })
    if (label) drawable.push({ cell: each.cell, label })
  }
  return drawSheetPage(page.plan, drawable, page.drawing, known, (data) => deflateSync(data))
}

/** For each label, whether it can be scanned at its printed size, and whether its words are complete. */
export async function readLabels<Code extends Sent>(
  page: SheetPageOf<Code>,
  designOf: DesignOf<Code>,
): Promise<LabelReading[]> {
  const decoders = await scanDecoders()
  const readings: LabelReading[] = []
  for (const label of page.labels) {
    const { payload, settings, frameLine } = label.code
    const reading = await unlessRefused(async () => {
      const { symbol, design, plan, captions, missing } = await setLabel(page, label, designOf)
      const { frame } = settings
      const second = frame && frameLine ? await secondLine(frameLine, frame.language) : null
      return {
        isRead:
          plan.module >= MIN_MODULE &&
          (await isReadInPrint(payload, symbol, design, plan.picture.width, decoders)),
        isCut: captions.some(({ isCut }) => isCut) || second?.isCut === true,
        missing: [...new Set([...missing, ...(second?.missing ?? [])])],
      }
    })
    readings.push(reading ?? { isRead: false, isCut: false, missing: [] })
  }
  return readings
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

async function setLabel<Code extends Sent>(
  { plan, drawing, language }: SheetPageOf<Code>,
  { cell, code, captions }: LabelOf<Code>,
  designOf: DesignOf<Code>,
): Promise<SetLabel> {
  const symbol = symbolOf(code.payload, code.settings.errorCorrectionLevel)
  const design = await designOf(code)
  const [face] = cell.faces
  if (!face) throw new Error('a label without a face')
  const words: CaptionWords[] = []
  const missing: string[] = []
  for (const { kind, text } of captions) {
    const drawable = await drawableText(text, language)
    missing.push(...drawable.missing)
    if (drawable.text !== '') words.push({ kind, text: drawable.text })
  }
  const label = planLabel(face, plan, pictureShape(symbol, design), words, drawing.codeSide)
  const all = `${words.map(({ text }) => text).join(' ')} …`
  const measure = await textMeasure(all, isLanguage(language) ? language : undefined)
  return {
    ...{ symbol, design, plan: label, missing },
    captions: setCaptions(label, words, measure, language),
  }
}

async function outlined(captions: readonly SetCaption[], language: string): Promise<LabelCaption[]> {
  const drawn: LabelCaption[] = []
  for (const { kind, em, isRightToLeft, lines } of captions) {
    const outlines: LabelCaption['lines'][number][] = []
    for (const text of lines) {
      const outline = await lineOutline(text, language, isRightToLeft)
      if (outline) outlines.push({ text, outline })
    }
    if (outlines.length > 0) drawn.push({ kind, em, isRightToLeft, lines: outlines })
  }
  return drawn
}
