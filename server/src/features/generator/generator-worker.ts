import { PNG_DOTS_PER_INCH, type QrCustomSettings, type QrDesign } from '@scanleaf/qr'
import { isReadInPrint, repair, scanCheck } from '@scanleaf/qr/scan-check'
import type { DesignedPage, Language, ScanRepair, ScanVerdict } from '@scanleaf/shared'
import { serveTasks } from '../../platform/workers/task'
import { scanDecoders } from './decoders'
import { drawPage } from './designed-page'
import { asRefusal, type DrawOptions, drawFile, type QrFormat } from './drawing'
import { type FrameText, frameLinesOf } from './frame-lines'
import { type DrawableLogo, qrLogoOf } from './logo'
import { outlineOf } from './outline'
import { readCode } from './read-code'
import { drawLabels, readLabels, type SheetPageOf } from './sheet-labels'
import { symbolOf } from './symbol'

/** Entry of the processes of generator.ts: what takes more than a millisecond. */

/** A code as it is sent to a process. */
export interface SentCode {
  payload: string
  settings: QrCustomSettings
  logo: DrawableLogo | null
  /** What the second line of a frame says. */
  frameLine: string | null
}

interface Drawing {
  code: SentCode
  format: QrFormat
  options: DrawOptions
}

interface FilesOf {
  code: SentCode
  formats: readonly QrFormat[]
  options: DrawOptions
}

async function draw({ code, format, options }: Drawing): Promise<Uint8Array> {
  return drawFile(code.payload, await designOf(code), format, options)
}

/** Fewest pixels in which a picture is read back, and pixels of a module. */
const READ_PIXELS = 600
const READ_MODULE_PIXELS = 5

/** All files of a code, drawn as one piece of work, and whether a decoder reads the code in its picture. */
async function drawFiles({
  code,
  formats,
  options,
}: FilesOf): Promise<{ files: Uint8Array[]; isRead: boolean }> {
  const { payload, settings } = code
  const design = await designOf(code)
  const files = formats.map((format) => drawFile(payload, design, format, options))
  const symbol = symbolOf(payload, settings.errorCorrectionLevel)
  const pixels = Math.max(READ_PIXELS, READ_MODULE_PIXELS * symbol.size)
  const width = (pixels * 25.4) / PNG_DOTS_PER_INCH
  return { files, isRead: await isReadInPrint(payload, symbol, design, width, await scanDecoders()) }
}

async function check(code: SentCode): Promise<Omit<ScanVerdict, 'repair'>> {
  const { payload } = code
  // A text that no symbol holds is refused as in a drawing.
  symbolOf(payload, code.settings.errorCorrectionLevel)
  const design = await designOf(code)
  try {
    const { passes, isReadable, score, bars, reasons } = await scanCheck(
      payload,
      design,
      await scanDecoders(),
    )
    return { passes, isReadable, score, bars, reasons: [...reasons] }
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The nearest design that passes, or null when not even a plain one does. */
async function repairDesign(code: SentCode): Promise<ScanRepair | null> {
  const design = await designOf(code)
  const { design: repaired, steps, report } = await repair(code.payload, design, await scanDecoders())
  if (!report.passes) return null
  const { logo: kept, frameLines: _, ...rest } = repaired
  return { settings: rest, keepsLogo: kept === design.logo, steps: [...steps] }
}

async function designOf({ settings, logo, frameLine }: SentCode): Promise<QrDesign> {
  const { frame } = settings
  return {
    ...settings,
    ...(logo && { logo: await qrLogoOf(logo) }),
    ...(frame && { frameLines: await frameLinesOf(frame, frameLine) }),
  }
}

await serveTasks({
  draw,
  drawFiles,
  drawLabels: ({ page, known }: { page: SheetPageOf<SentCode>; known: readonly string[] }) =>
    drawLabels(page, new Set(known), designOf),
  drawPage: ({ page, known }: { page: DesignedPage; known: readonly string[] }) =>
    drawPage(page, new Set(known)),
  readLabels: (page: SheetPageOf<SentCode>) => readLabels(page, designOf),
  check,
  repair: repairDesign,
  outline: ({ text, language }: { text: string; language?: Language }) => outlineOf(text, language),
  frameLines: ({ words, second }: { words: FrameText; second: string | null }) => frameLinesOf(words, second),
  read: ({ image, field }: { image: Uint8Array; field: string }) => readCode(image, field),
})
