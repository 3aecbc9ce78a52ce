import type { QrCustomSettings, QrDesign } from '@scanleaf/qr'
import { repair, scanCheck } from '@scanleaf/qr/scan-check'
import type { Language, ScanRepair, ScanVerdict } from '@scanleaf/shared'
import { serveTasks } from '../../platform/workers/task'
import { scanDecoders } from './decoders'
import { asRefusal, type DrawOptions, drawFile, type QrFormat } from './drawing'
import { type FrameText, frameLinesOf } from './frame-lines'
import { type DrawableLogo, qrLogoOf } from './logo'
import { outlineOf } from './outline'
import { readCode } from './read-code'
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

async function draw({ code, format, options }: Drawing): Promise<Uint8Array> {
  return drawFile(code.payload, await designOf(code), format, options)
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

serveTasks({
  draw,
  check,
  repair: repairDesign,
  outline: ({ text, language }: { text: string; language?: Language }) => outlineOf(text, language),
  frameLines: ({ words, second }: { words: FrameText; second: string | null }) => frameLinesOf(words, second),
  read: ({ image, field }: { image: Uint8Array; field: string }) => readCode(image, field),
})
